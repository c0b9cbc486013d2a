import { line } from '@/lib/kit/api/endpoint/fields'
import { plainForm } from '@/lib/kit/plain-form'

/** Each is a search of its own, whose time is that of a usual search. */
const mostVariants = 4

/** As texts are searched. */
const folded = (text: string) => plainForm(text).toLowerCase()

/** Groups of words with one meaning, folded: 本子=笔记本; 杯子=水杯. */
const groupsIn = (text: string): string[][] =>
  folded(text)
    .split(';')
    .filter((group) => group.trim() !== '')
    .map((group) => group.split('=').map((word) => word.trim()))

const isGroup = (group: string[]) => group.length > 1 && !group.includes('')

const isPartOfAnother = (word: string, at: number, group: string[]) =>
  group.some((other, place) => place !== at && other.includes(word))

export const synonymsSetting = () =>
  line(0, 1_000)
    .refine((text) => groupsIn(text).every(isGroup), {
      error: 'Write groups of words such as tea=brew, separated by semicolons.',
      params: { code: 'invalid_format', format: 'synonyms' },
      abort: true,
    })
    .refine((text) => !groupsIn(text).some((group) => group.some(isPartOfAnother)), {
      error: 'A word is part of its synonym.',
      params: { code: 'synonym_part' },
    })

/** The search text, and at most three others in which its words are replaced by their synonyms. */
export function variantsOf(q: string, synonyms: string): string[] {
  const typed = folded(q)
  const variants = [typed]
  for (const group of groupsIn(synonyms))
    for (const variant of [...variants]) {
      const found = group.find((word) => variant.includes(word))
      if (found !== undefined)
        variants.push(...group.filter((word) => word !== found).map((word) => variant.replaceAll(found, word)))
    }
  const others = new Set(variants)
  others.delete(typed)
  return [q, ...others].slice(0, mostVariants)
}
