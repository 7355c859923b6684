const { number, items, total_cents: total } = JSON.parse(process.env.INVOICE);
const sum = items.reduce((cents, { count, price_cents: price }) => cents + count * price, 0);
console.log(`invoice ${number}: the items come to ${sum} cents, the total says ${total}`);
process.exitCode = sum === total ? 0 : 1;
