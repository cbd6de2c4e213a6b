// Converts amounts on the screen into decimals of the ledger: "$9.988" is "9.988000".

export function decimalOf(text: string): string {
  const match = /(-?)\$?([\d,]+)\.(\d+)/.exec(text.replaceAll(' ', ''));
  if (match === null) throw new Error(`no amount in ${JSON.stringify(text)}`);
  return `${match[1]}${match[2]!.replaceAll(',', '')}.${match[3]!.padEnd(6, '0')}`;
}
