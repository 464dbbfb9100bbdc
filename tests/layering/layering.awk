# Checks what a source file includes and calls against the layers of docs/architecture.md.
# First argument: allowed.txt; the rest: files, named from the root of the sources.
# Prints "file:line: what is wrong", and exits 1 if anything was.

# The row of allowed.txt that covers a path: its longest leading folder that has one.
function row_of(path) {
  while (sub("/[^/]*$", "", path)) if (path in allowed) return path
  return ""
}

function complain(text) {
  print FILENAME ":" FNR ": " text
  wrong = 1
}

# First file: the table.
NR == FNR {
  sub(/#.*/, "")
  if (NF == 0) next
  folder = $1
  sub(/:$/, "", folder)
  allowed[folder] = ""
  for (i = 2; i <= NF; ++i) allowed[folder] = allowed[folder] " " $i
  next
}

FNR == 1 {
  here = row_of(FILENAME)
  if (here == "") complain("this folder is not in tests/layering/allowed.txt")
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
  split($0, part, "\"")
  included = part[2]
  there = row_of(included)
  if (there == "") {
    complain("\"" included "\": name it from the root, in a folder of tests/layering/allowed.txt")
  } else if (there != here) {
    fine = 0
    count = split(allowed[here], folder_list, " ")
    for (i = 1; i <= count; ++i) if (index(there "/", folder_list[i] "/") == 1) fine = 1
    if (!fine) complain("\"" included "\": " here " may not know " there)
  }
}

/^[ \t]*#[ \t]*include[ \t]*<(cxxopts|nlohmann\/json\.|httplib)/ && FILENAME ~ /\.h$/ && here != "tools" {
  complain("heavy third-party headers stay in .cpp files")
}

# Nothing below tools/ prints, reads the environment, ends the program or handles signals.
here != "tools" && FILENAME != "engine/base/check.cpp" {
  code = $0
  sub(/\/\/.*/, "", code)
  if (code ~ /(^|[^A-Za-z0-9_])std::(cout|cerr|clog)/ ||
      code ~ /(^|[^A-Za-z0-9_])(getenv|secure_getenv|f?printf|f?puts|exit|_exit|quick_exit|signal|sigaction)[ \t]*\(/) {
    complain("only tools/ may print, read the environment, exit or handle signals: " code)
  }
}

END { exit wrong }
