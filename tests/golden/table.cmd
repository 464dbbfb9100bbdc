table
table --match 7 --score 3-5
table --match 3
table --match 7 --score 6-5 --crawford --json
