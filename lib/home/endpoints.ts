import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { closingAhead } from '@/lib/kit/config/closing'
import type { Settings } from '@/lib/kit/config/registry'
import * as example from './example'
import { readHome } from './queries'
import { Home, Shop } from './schema'

const searchWordsOf = (text: string) => [...new Set(text.split(/[,，、]/).map((word) => word.trim()))].filter(Boolean)

const shopOf = (settings: Settings) => ({
  name: settings['shop.name'] || null,
  logo_url: settings['shop.logo_url'] || null,
  phone: settings['shop.phone'] || null,
  closed: closingAhead(settings['shop.closed'], Date.now()),
})

export const getShop = endpoint({
  method: 'GET',
  path: '/v1/shop',
  summary: 'The shop',
  description:
    'What the shop tells about itself, and whether it is closed or will be. Reads nothing else, so it is cheap.',
  access: everyone,
  output: Shop,
  example: { output: example.shop },
  handle: async ({ settings }) => shopOf(settings),
})

export const getHome = endpoint({
  method: 'GET',
  path: '/v1/home',
  summary: 'The home screen',
  description:
    'What the first screen of a client shows, in one request: the shop, its banners by their slots, themes, top categories, the ten newest products, words for the search, and notices.',
  access: everyone,
  output: Home,
  example: { output: example.home },
  async handle({ db, settings }) {
    const [content] = await readHome(db)
    if (!content) throw new Error('read_home returned no row')
    return { shop: shopOf(settings), search_words: searchWordsOf(settings['shop.search_words']), ...content }
  },
})
