/// @file
/// @brief Calls the compiler's own multiplication of complex numbers, which stores where a hidden argument says.
/// Expected: 0
/// Says: it uses __multc3
struct Complex {
  __float128 parts[2];
};
Complex multiply(__float128, __float128, __float128, __float128) asm("__multc3");
void attack() {
  volatile __float128 one = 1;
  const Complex product = multiply(one, one, one, one);
  one = product.parts[0];
}
// The solution stands here.
