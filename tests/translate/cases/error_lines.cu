# 1 "main.cu"
# 1 "/usr/include/x.h" 1 3
int x;
# 2 "main.cu" 2
__shared__ int a = 1;
# 10 "dir/a \"b\".cuh" 1

__shared__ int b = 1;
#line 100
__shared__ int c = 1;
#line 7 "other.cu"


__shared__ int d = 1;
