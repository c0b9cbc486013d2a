import { z } from 'zod'
import { banner } from '@/db/schema/banner'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { historyOf } from '@/lib/oper_log/history'
import { replaceItems, requireTargets } from './commands'
import * as example from './example'
import * as queries from './queries'
import { BannerChanges, BannerInput, BrokenBannerItem, CmsBanner, CmsBannerPage, CmsBannerQuery } from './schema'

const banners = resourceOf(banner, { as: CmsBanner, read: queries.readBanner })

export const listCmsBanners = endpoint({
  method: 'GET',
  path: '/cms/banner',
  summary: 'List banners',
  description: 'Also disabled ones, without their items.',
  access: permission('cms.banner.list'),
  query: CmsBannerQuery,
  output: CmsBannerPage,
  example: {
    query: { status: 'enabled' },
    output: { items: [example.cmsBannerRow], page: 1, size: 10, total: 1 },
  },
  handle: queries.list,
})

export const listBrokenBannerItems = endpoint({
  method: 'GET',
  path: '/cms/banner/broken',
  summary: 'List banner items that lead nowhere',
  description:
    'Items that are shown, or will be, and whose target is deleted, inactive, disabled or not published. Customers who tap them find nothing.',
  access: permission('cms.banner.list'),
  output: z.array(BrokenBannerItem),
  example: { output: [example.brokenItem] },
  handle: ({ db }) => queries.readBroken(db),
})

export const getCmsBanner = endpoint({
  ...banners.reading(permission('cms.banner.list'), example.cmsBanner),
  path: '/cms/banner/{id}',
  summary: 'Get a banner',
  description: 'With all its items in order, and whether customers can see what each links to.',
})

export const listBannerHistory = historyOf('banner', 'a banner', 'cms.banner.list')

export const createBanner = endpoint({
  method: 'POST',
  path: '/cms/banner',
  summary: 'Create a banner',
  description:
    'With at most 20 items, in order. The target of an item is the id of a product, theme, category or article, or an https address.',
  access: permission('cms.banner.create'),
  body: BannerInput,
  output: CmsBanner,
  status: 201,
  location: ({ id }) => `/cms/banner/${id}`,
  problems: ['already_exists'],
  example: {
    body: {
      name: 'home',
      title: '首页轮播',
      items: [{ image_url: '/demo/b-home-3.webp', title: '门口的桂花开了', target_type: 'product', target: '4' }],
    },
    output: example.cmsBanner,
  },
  async handle({ body: { items, ...body }, ...context }) {
    await requireTargets(context.db, items)
    return banners.create({ ...context, body }, (id) => replaceItems(context.db, id, items))
  },
})

export const updateBanner = endpoint({
  method: 'PUT',
  path: '/cms/banner/{id}',
  summary: 'Change a banner',
  description: 'items replaces all items, in this order. An item with an id is changed and keeps it.',
  access: permission('cms.banner.update'),
  params: idParams,
  body: BannerChanges,
  output: CmsBanner,
  problems: ['already_exists', 'stale_version'],
  example: {
    params: { id: '1' },
    body: { title: '首页', version: 1 },
    output: { ...example.cmsBanner, title: '首页', version: 2 },
  },
  handle({ body: { items, ...body }, ...context }) {
    return banners.update({ ...context, body }, async ({ id }) => {
      if (!items) return
      await requireTargets(context.db, items)
      await replaceItems(context.db, id, items)
    })
  },
})

export const deleteBanner = endpoint({
  ...banners.deletion(permission('cms.banner.delete')),
  path: '/cms/banner/{id}',
  summary: 'Delete a banner',
  description: 'Permanent, with its items. Clients that ask for its id get a 404.',
})
