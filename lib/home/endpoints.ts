import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import * as example from './example'
import { readHome } from './queries'
import { Home } from './schema'

const searchWordsOf = (text: string) => [...new Set(text.split(/[,，、]/).map((word) => word.trim()))].filter(Boolean)

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
    const shop = {
      name: settings['shop.name'] || null,
      logo_url: settings['shop.logo_url'] || null,
      phone: settings['shop.phone'] || null,
    }
    return { shop, search_words: searchWordsOf(settings['shop.search_words']), ...content }
  },
})
