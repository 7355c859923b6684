/** Whether a year of the Gregorian calendar has 366 days. */
export function isLeap(year) {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
