import type { z } from 'zod'
import type { File, FileFolder, FileFolderInput, FileFolderNode, FileLimit, FileUsePage, Picture } from './schema'

const address = '/files/2026/11/5f1d7a84c2e0b936'

export const file = {
  id: 12,
  folder_id: 3,
  name: '春茶.jpg',
  alt: '一碗新茶，叶子还没有沉下去',
  kind: 'image',
  mime: 'image/jpeg',
  size: 184_220,
  width: 1_200,
  height: 900,
  url: `${address}.jpg`,
  variants: {
    160: '/files/2026/11/b06f2d5e1c77a940.webp',
    480: '/files/2026/11/93ac1f60de5b2874.webp',
    960: '/files/2026/11/1e8d40cb67f9a352.webp',
  },
  uses_count: 2,
  status: 'ready',
  uploaded_by: { id: 1, name: '沈掌柜', username: 'admin' },
  created_at: '2026-11-12T01:00:00.000Z',
  version: 1,
} satisfies z.input<typeof File>

export const limit = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  max_bytes: 10_485_760,
  max_pixels: 50_000_000,
  quota_bytes: 5_368_709_120,
  used_bytes: 48_190_310,
  direct: false,
} satisfies z.input<typeof FileLimit>

export const usePage = {
  items: [
    { table: 'product', record_id: 31, field: 'images', owner: { type: 'product', id: 31, name: '明前龙井' } },
    { table: 'banner_item', record_id: 4, field: 'image_url', owner: { type: 'banner', id: 1, name: 'home' } },
  ],
  page: 1,
  size: 10,
  total: 2,
} satisfies z.input<typeof FileUsePage>

export const folderInput = { name: '春茶', parent_id: 1 } satisfies z.input<typeof FileFolderInput>

export const folder = {
  id: 3,
  parent_id: 1,
  name: '春茶',
  created_at: '2026-11-12T00:52:10.400Z',
  updated_at: '2026-11-12T00:52:10.400Z',
  version: 1,
} satisfies z.input<typeof FileFolder>

export const folderNode = {
  id: 1,
  parent_id: null,
  name: '商品',
  file_count: 24,
  created_at: '2026-11-11T08:00:00.000Z',
  updated_at: '2026-11-11T08:00:00.000Z',
  version: 1,
  children: [{ ...folder, file_count: 6, children: [] }],
} satisfies z.input<typeof FileFolderNode>

export const picture = {
  id: 58,
  url: '/files/u/q1Zr0fYw7nS3kX9hT2vLbJ8cMdGaEuPo.jpg?expires=1794448800&signature=6bV0Jt1uY2mWqk8Qe5sRzFh3nXcPaLgD9oTiKvBwZy4',
} satisfies z.input<typeof Picture>
