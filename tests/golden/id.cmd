# Both orientations, stacks above five, bar and off, cube on each side, every kind of decision.
id 4HPwATDgc/ABMA
id 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10' --mirror
id 'XGID=bB-BBBCaA---A---b-bbcbA--A:2:1:1:00:3:5:0:7:10'
id 'XGID=bB-BBBCaA---A---b-bbcbA--A:2:-1:1:65:3:5:0:7:10' --mirror
id 'XGID=-HD----------------b-c-g--:0:0:1:66:0:0:3:0:10'
id 'XGID=b----A------------------j-:1:0:1:00:4:4:0:6:10'
id 'XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10'
id 'XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:2:1:0:5:10'
id 4HPwATDgc/ABMA --json
id 4HPwATDgc/ABMA --dice 31 --match 5 --score 4-2 --crawford --json
