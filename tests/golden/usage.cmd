--help
id --help
analyze --help
duel --help
anaylze 4HPwATDgc/ABMA
id 4HPwATDgc/ABMA --sgv board.svg
id --svg
id
id 4HPwATDgc/ABM
id 'XGID=-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:0:10'
moves 4HPwATDgc/ABMA
moves 4HPwATDgc/ABMA --dice 07
analyze 4HPwATDgc/ABMA --plies 9 --weights linear
duel pips lineer
