/** Postage in cents for a weight in grams. */
export function postage(grams, abroad) {
  let price = 0;
  if (grams <= 20) {
    price = 95;
  } else {
    if (grams <= 50) {
      price = 110;
    } else {
      if (grams <= 500) {
        price = 180;
      } else {
        price = 290;
      }
    }
  }
  if (abroad === true) {
    price = price + 80;
  }
  return price;
}
