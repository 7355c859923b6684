// The results of the branches are data: they come as a variable, never as a part of the command.
const branches = JSON.parse(process.env.PARALLEL_RESULTS);
const findings = branches.flatMap(({ id, text }) => JSON.parse(text).findings.map((finding) => ({ lens: id, ...finding })));
const blocking = findings.filter(({ severity }) => severity === 'block');
for (const { lens, severity, text } of findings) console.log(`${severity} (${lens}): ${text}`);
console.log(`${branches.length} lenses, ${findings.length} findings, ${blocking.length} blocking`);
process.exitCode = blocking.length === 0 ? 0 : 1;
