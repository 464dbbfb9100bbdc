convert - - --to json
convert - - --to mat
convert - out.unknown
convert -
