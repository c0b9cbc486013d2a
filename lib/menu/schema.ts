import { z } from 'zod'
import { type MenuType, menuTypes } from '@/db/enums'
import type { FaultCode } from '@/lib/kit/api/endpoint/fault'
import { edits, id, line, moment, pathId } from '@/lib/kit/api/endpoint/fields'
import { type FormatName, inFormat } from '@/lib/kit/api/endpoint/formats'
import { sortOrder, treeOrder } from '@/lib/kit/api/rows/tree-order'

const menuType = z.enum(menuTypes)

const columns = {
  id,
  parent_id: id.nullable().meta({ description: 'null: top level' }),
  type: menuType,
  name: z.string().meta({ description: 'Identifies the menu in code and in the base data' }),
  title: z.string(),
  title_en: z.string().meta({ description: 'Empty: title is used in both languages' }),
  path: z
    .string()
    .nullable()
    .meta({ description: 'Under /admin/ for a page, an http(s) URL for a link, null for a directory' }),
  icon: z.string().meta({ description: 'Name of a Tabler icon, such as shield-lock; may be empty' }),
  sort_order: z.int(),
  hidden: z.boolean().meta({ description: 'Not shown in the sidebar; its path still works' }),
  permission_code: z.string().nullable().meta({ description: 'Shown only to users with this permission' }),
}
const bookkeeping = { created_at: moment, updated_at: moment, version: z.int() }

export const Menu = z.object({ ...columns, ...bookkeeping }).meta({ id: 'Menu' })

/** The numbers prevent its deletion. */
export const MenuDetail = Menu.extend({ menu_count: z.int(), element_count: z.int() }).meta({ id: 'MenuDetail' })

export const MenuNode = z
  .object({ ...columns, ...bookkeeping })
  .extend({
    get children() {
      return z.array(MenuNode)
    },
  })
  .meta({ id: 'MenuNode' })

const elements = z.array(z.string()).meta({ description: 'Codes of the elements that are shown on this page' })

export const RouteNode = z
  .object({ ...columns, elements })
  .extend({
    get children() {
      return z.array(RouteNode)
    },
  })
  .meta({ id: 'RouteNode' })

export const RoutesQuery = z.object({
  group_id: pathId
    .optional()
    .meta({ description: 'The menus that a member of only this group can see; requires cms.group.list' }),
})

/** For programs: `order`, `banner.create`. */
export const codeName = inFormat(line(1, 64), 'code')

/** null: none is required. */
export const pointOrNone = line(1, 100).nullable()

/** Such as `/admin/order?status=paid`, still below `/admin/` when its dots are resolved. */
function isPagePath(path: string): boolean {
  if (!path.startsWith('/admin/') || /\s/.test(path) || !URL.canParse(path, 'http://localhost')) return false
  return /^\/admin\/./.test(new URL(path, 'http://localhost').pathname)
}

const isLink = (path: string) => /^https?:\/\//i.test(path) && URL.canParse(path)

type Shape = { type: MenuType; path: string | null; permission_code: string | null }

function checkShape({ type, path, permission_code }: Shape, context: z.core.$RefinementCtx): void {
  const refuse = (name: keyof Shape, code: FaultCode, message: string, format?: FormatName) =>
    context.addIssue({ code: 'custom', path: [name], message, params: { code, format } })
  if (type === 'directory') {
    if (path !== null) refuse('path', 'not_allowed', 'A directory has no path.')
    if (permission_code !== null)
      refuse('permission_code', 'not_allowed', 'A directory has no permission: it is visible if its content is.')
  } else if (path === null) refuse('path', 'required', 'Pages and links require a path.')
  else if (type === 'page' && !isPagePath(path))
    refuse('path', 'invalid_address', 'The path of a page must begin with /admin/.', 'admin_page')
  else if (type === 'link' && !isLink(path)) refuse('path', 'invalid_address', 'A link must be an http(s) URL.', 'link')
}

const fields = {
  parent_id: id.nullable(),
  type: menuType,
  name: codeName,
  title: line(1, 64),
  title_en: line(0, 64),
  path: line(1, 1024).nullable(),
  icon: inFormat(line(0, 64), 'icon'),
  sort_order: sortOrder,
  hidden: z.boolean(),
  permission_code: pointOrNone,
}

export const MenuInput = z
  .strictObject({
    parent_id: fields.parent_id.default(null),
    type: fields.type,
    name: fields.name,
    title: fields.title,
    title_en: fields.title_en.default(''),
    path: fields.path.default(null),
    icon: fields.icon.default(''),
    sort_order: fields.sort_order.optional().meta({ description: 'By default it is the last of its siblings' }),
    hidden: fields.hidden.default(false),
    permission_code: fields.permission_code.default(null),
  })
  .superRefine(checkShape)

export const MenuChanges = edits(fields)

/** An update checks the changed menu with this schema. */
export const MenuShape = z
  .object({ type: fields.type, path: fields.path, permission_code: fields.permission_code })
  .superRefine(checkShape)

export const MenuOrder = treeOrder('menu')
