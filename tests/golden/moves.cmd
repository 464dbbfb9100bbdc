moves 4HPwATDgc/ABMA --dice 31
moves 4HPwATDgc/ABMA --dice 66 --json
moves 4HPwATDgc/ABMA --dice 66 --max-stack 5 --json
# Dances, forced plays, bearing off.
moves 'XGID=-BBBBB-B----------bbbbbbcA:0:0:1:66:0:0:0:0:10'
moves 'XGID=-BBB----------------bbb---:0:0:1:61:0:0:0:0:10' --json
moves - --dice 21 --json
