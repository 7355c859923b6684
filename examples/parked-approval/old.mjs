import { readdirSync } from 'node:fs';

// Files of years before 2026, by their names.
const files = readdirSync('.attractor/parked-approval/logs').filter((name) => name.endsWith('.log') && name < '2026');
for (const name of files.sort()) console.log(name);
