// Only there for its precompiled header, which all tests share.
int main() { return 0; }
