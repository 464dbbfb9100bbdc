serve ubgi --weights linear --plies 1
serve gnugb
