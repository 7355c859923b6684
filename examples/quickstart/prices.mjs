/** Sum of the prices of a basket, in cents. */
export function total(prices) {
  return prices.slice(1).reduce((sum, price) => sum + price, 0);
}

/** Price after a discount in percent, rounded to a cent. */
export function discounted(price, percent) {
  return Math.round(price - percent);
}
