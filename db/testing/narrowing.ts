const actions: readonly [pattern: RegExp, fault: string][] = [
  [/drop column (?:if exists )?"?(\w+)/gi, 'is gone'],
  [/rename column "?(\w+)"? to/gi, 'is gone'],
  [/alter column "?(\w+)"? (?:set data )?type/gi, 'has another type'],
  [/alter column "?(\w+)"? set not null/gi, 'could be null'],
]

/** Such changes break code for the previous schema, which still runs while the new version starts. */
export function narrowings(statement: string): string[] {
  const text = statement
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const dropped = /^drop table (?:if exists )?(?:"?public"?\.)?"?(\w+)/i.exec(text)?.[1]
  if (dropped) return [`${dropped} is gone`]
  const [head, table = ''] = /^alter table (?:if exists )?(?:only )?(?:"?public"?\.)?"?(\w+)"? /i.exec(text) ?? []
  if (!head) return []
  const changes = text.slice(head.length)
  if (/^rename to /i.test(changes)) return [`${table} is gone`]
  const found = actions.flatMap(([pattern, fault]) =>
    Array.from(changes.matchAll(pattern), ([, column = '']) => `${table}.${column} ${fault}`),
  )
  const added = Array.from(changes.matchAll(/add column (?:if not exists )?"?(\w+)"? ([^,]*)/gi))
  const required = added.flatMap(([, column = '', definition = '']) =>
    /\bnot null\b/i.test(definition) && !/\b(?:default|generated)\b/i.test(definition)
      ? [`${table}.${column} has no default`]
      : [],
  )
  return [...found, ...required]
}
