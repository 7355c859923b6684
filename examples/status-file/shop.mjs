export const gross = (net) => Math.round(net * 1.19);
export const net = (price) => Math.round(price / 1.19);
export const euros = (cents) => `${(cents / 100).toFixed(2)} EUR`;
