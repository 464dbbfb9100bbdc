analyze 4HPwATDgc/ABMA --dice 31 --weights linear --plies 1
analyze 4HPwATDgc/ABMA --weights linear --plies 1 --explain
analyze 4HPwATDgc/ABMA --dice 52 --match 7 --score 3-5 --weights linear --plies 0 --both --moves 3
analyze 4HPwATDgc/ABMA --match 7 --score 6-5 --crawford --weights linear --plies 0
analyze 'XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10' --weights linear --plies 0
analyze 'XGID=-BBBBB-B----------bbbbbbcA:0:0:1:66:0:0:0:0:10' --weights linear --plies 0
analyze 4HPwATDgc/ABMA --dice 31 --weights linear --plies 0 --moves 2 --json
analyze 4HPwATDgc/ABMA --weights linear --plies 0 --json
eval 4HPwATDgc/ABMA --weights linear
eval 4HPwATDgc/ABMA --weights linear --json --match 3 --score 1-0
