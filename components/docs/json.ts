const width = 52

/** Values that fit into a line stay on one line. */
export function readableJson(value: unknown, indent = ''): string {
  const flat = inOneLine(value)
  if (indent.length + flat.length <= width || typeof value !== 'object' || value === null) return flat
  const deeper = `${indent}  `
  const members = Array.isArray(value)
    ? value.map((one) => deeper + readableJson(one, deeper))
    : Object.entries(value).map(([key, one]) => `${deeper}${JSON.stringify(key)}: ${readableJson(one, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${members.join(',\n')}\n${indent}${close}`
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inOneLine(one)}`)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}
