import { z } from 'zod'
import { line } from './fields'
import { inFormat } from './formats'

/* What staff and programs of the shop write on a record to find it. Safe in the browser. */

/** Case-sensitive. */
export const externalId = line(1, 64)

export const maxTags = 10

export const tag = inFormat(line(1, 32), 'tag')

const ofRecord = {
  external_id: 'Its number in another system, such as an ERP: unique, with the case of its letters; null: none',
  tags: 'By which staff sort and find records',
}

/** In answers. */
export const external_id = z.string().nullable().meta({ description: ofRecord.external_id })
export const tags = z.array(z.string()).meta({ description: ofRecord.tags })

export const external_idInput = externalId.nullable().meta({ description: ofRecord.external_id })

/** The whole list. Words that differ only in case count as one. */
export const tagsInput = z
  .array(tag)
  .max(maxTags)
  .superRefine((words, context) => {
    const seen = new Set<string>()
    for (const [at, word] of words.entries()) {
      const key = word.toLowerCase()
      if (seen.has(key))
        context.addIssue({
          code: 'custom',
          path: [at],
          message: 'This tag is given twice.',
          params: { code: 'duplicate' },
        })
      seen.add(key)
    }
  })
  .meta({ description: ofRecord.tags })
