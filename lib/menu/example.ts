import type { z } from 'zod'
import type { Menu, MenuDetail, MenuNode, RouteNode } from './schema'

const columns = {
  id: 7,
  parent_id: 6,
  type: 'page',
  name: 'user',
  title: '员工',
  title_en: 'Staff',
  path: '/admin/user',
  icon: 'users',
  sort_order: 10,
  hidden: false,
  permission_code: 'cms.user.list',
} satisfies Partial<z.input<typeof Menu>>

const directory = {
  id: 6,
  parent_id: null,
  type: 'directory',
  name: 'access',
  title: '团队',
  title_en: 'Team',
  path: null,
  icon: 'shield-lock',
  sort_order: 700,
  hidden: false,
  permission_code: null,
} satisfies Partial<z.input<typeof Menu>>

const bookkeeping = { created_at: '2026-11-20T02:15:04.120Z', updated_at: '2026-11-20T02:15:04.120Z', version: 1 }

export const menu = { ...columns, ...bookkeeping } satisfies z.input<typeof Menu>

export const detail = { ...menu, menu_count: 0, element_count: 2 } satisfies z.input<typeof MenuDetail>

export const node = {
  ...directory,
  ...bookkeeping,
  children: [{ ...menu, children: [] }],
} satisfies z.input<typeof MenuNode>

export const route = {
  ...directory,
  elements: [],
  children: [{ ...columns, elements: ['user.create', 'user.update'], children: [] }],
} satisfies z.input<typeof RouteNode>
