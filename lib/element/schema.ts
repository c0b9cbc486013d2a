import { z } from 'zod'
import { elementTypes } from '@/db/enums'
import { edits, id, line, moment, pathId } from '@/lib/kit/api/endpoint/fields'
import { codeName, pointOrNone } from '@/lib/menu/schema'

const elementType = z.enum(elementTypes)

export const Element = z
  .object({
    id,
    menu_id: id.meta({ description: 'The page that contains it' }),
    code: z.string().meta({ description: 'The code that the page checks, such as banner.create' }),
    name: z.string(),
    type: elementType,
    permission_code: z.string().nullable().meta({ description: 'Shown only to users with this permission' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'Element' })

export const ElementQuery = z.object({ menu_id: pathId.optional() })

const fields = { menu_id: id, code: codeName, name: line(1, 64), type: elementType, permission_code: pointOrNone }

export const ElementInput = z.strictObject({
  menu_id: fields.menu_id,
  code: fields.code,
  name: fields.name,
  type: fields.type.default('button'),
  permission_code: fields.permission_code.default(null),
})

export const ElementChanges = edits(fields)
