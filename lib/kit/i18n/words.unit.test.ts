import { expect, it } from 'vitest'
import { dicts } from '@/db/base/dicts'
import { groups } from '@/db/base/groups'
import { basePages, directories } from '@/db/base/menus'
import { endpoints } from '@/lib/server/endpoints'
import { messagesIn } from './messages'

/** A text that users read, with its place: the file and key of a message, or the endpoint. */
type Text = readonly [place: string, text: string]

const textsIn = (messages: object, path = ''): Text[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? textsIn(value, `${path}${key}.`) : [[`${path}${key}`, String(value)]],
  )

const titles = [...directories, ...basePages]
const entries = dicts.flatMap(({ type, entries }) =>
  Object.entries(entries).map(([value, labels]) => [`base dict:${type}:${value}`, labels] as const),
)
const elements = basePages.flatMap((page) => page.elements)

const english: Text[] = [
  ...textsIn(await messagesIn('en')),
  ...titles.map(({ name, title_en }): Text => [`base menu:${name}`, title_en]),
  ...elements.map(([code, , name_en]): Text => [`base element:${code}`, name_en]),
  ...dicts.map(({ type, name_en }): Text => [`base dict_type:${type}`, name_en]),
  ...entries.map(([place, [, label_en]]): Text => [place, label_en]),
  ...groups.map(({ name, description_en }): Text => [`base group:${name}`, description_en]),
  ...endpoints.flatMap(({ method, path, summary, description }): Text[] => [
    [`${method} ${path} summary`, summary],
    [`${method} ${path} description`, description ?? ''],
  ]),
]

const chinese: Text[] = [
  ...textsIn(await messagesIn('zh-CN')),
  ...titles.map(({ name, title }): Text => [`base menu:${name}`, title]),
  ...elements.map(([code, name]): Text => [`base element:${code}`, name]),
  ...dicts.map(({ type, name }): Text => [`base dict_type:${type}`, name]),
  ...entries.map(([place, [label]]): Text => [place, label]),
  ...groups.map(({ name, description }): Text => [`base group:${name}`, description]),
]

/** Removes names of code from a text, such as `wx.login`, `<code>login_log</code>` and `{address}`. */
const wordsOf = (text: string) =>
  text
    .replace(/<code>.*?<\/code>/g, '')
    .replace(/\bwx\.\w+/g, '')
    .replace(/<\/?\w+>/g, '')

/**
 * Returns a sentence for each text with a refused word. Leaves out the messages of `synonym`, which no page shows:
 * users may search with the words that the glossary has replaced.
 */
const offences = (texts: readonly Text[], words: readonly RegExp[]) =>
  texts
    .filter(([place]) => !place.startsWith('synonym.'))
    .flatMap(([place, text]) =>
      words.filter((word) => word.test(wordsOf(text))).map((word) => `${place}: “${text}” has ${word}`),
    )

it('no English text has a word that the glossary has replaced', () => {
  const replaced = [
    /permission points?/i,
    /paid rate/i,
    /signed in on \(/i,
    /needed permission/i,
    /what it opens/i,
    /held by/i,
    /operation log/i,
    /\blogin log/i,
    /\blog(s|ged|ging)?[ -](in|out)\b/i,
    /\blogins?\b/i,
    /^(Look|Routes|Elements|By|Who|Kind|Record|Administrator|New: .*)$/,
    /\brefused \(/i,
    /as the system/i,
    /present password/i,
    /that you were given/i,
    /save and go on/i,
    /whoever/i,
    /(somebody|nobody)/i,
    /not open to you/i,
    /take what is stored/i,
    /save mine/i,
    /has to choose another/i,
    /of the right form/i,
    /there is nothing here/i,
    /nothing (by that name|differs|found)/i,
    /there is no such page/i,
    /freight/i,
    /0: never/i,
    /\(root\)/i,
    /back office/i,
    /\b(he|him|his)\b/i,
    // American English
    /colour|recognis|licence|\bcancelled\b/i,
    // Read as a discount by Americans
    /\b(on|off) (sale|offer)\b/i,
    /\bbin\b/i,
    /after-sale/i,
    /\b(decide|reject) .*for (the customer|good)\b|^to decide$|^not sent back$/i,
    /will be listed|of this name here|or after about/i,
    /choose first|usual price|\bledger\b|only SKU|on stock/i,
    /nothing to carry|own messenger|picked up (by|in)/i,
    /for staff alone|note of the shop|remark of the shop/i,
    /read to people|leads? to\b|shown now/i,
    /back to default|however (often they|busy)|what stands out|so long customers/i,
    /suggest one|signed out there|at once and cannot|for good\b/i,
    /by now\b|too much at once|are not taken|these as are allowed\.$/i,
    /tools of a text|what can be sorted|pixels in this shape/i,
    /tell later|as it should|who may call|state of the server/i,
  ]
  expect(offences(english, replaced)).toEqual([])
})

it('settings are not called parameters, and the IP of a client is not called an address', () => {
  const pages = english.filter(([place]) => !/^(docs|sandbox|developers|GET|POST|PUT|DELETE)\b/.test(place))
  expect(offences(pages, [/\bparameters?\b/i])).toEqual([])
  const ofClients = /^(login_log|oper_log|error_log|profile|setting\.(label|help)\.limit|user)\./
  expect(
    offences(
      english.filter(([place]) => ofClients.test(place)),
      [/\baddress(es)?\b/i],
    ),
  ).toEqual([])
  expect(
    offences(
      chinese.filter(([place]) => ofClients.test(place)),
      [/地址/],
    ),
  ).toEqual([])
})

it('no Chinese text has a word that the glossary has replaced', () => {
  const replaced = [
    /你/,
    /分组/,
    /系统参数/,
    /权限点/,
    /角色/,
    /运单号/,
    /快递单号/,
    /沙箱/,
    /登陆/,
    /帐号/,
    // One term for each thing
    /主题/,
    /商店/,
    /横幅/,
    /市场价/,
    /商品属性/,
    /库存预警/,
    /买家/,
    /异议|争议|仲裁/,
    /通知公告/,
    /(?<!Open)API ?文档/,
    // Literal translations
    /读给/,
    /没能加载|没有正常应答/,
    /算收下|得自己去|在此为|凭证在此/,
    /搜索词“/,
  ]
  expect(offences(chinese, replaced)).toEqual([])
  const missing = chinese.filter(([place]) => /^(missing|admin\.missing)\./.test(place))
  expect(missing).not.toEqual([])
  expect(offences(missing, [/商品/])).toEqual([])
})

it('everything in the base data with a Chinese name has an English name', () => {
  const unnamed = english.filter(([place, text]) => place.startsWith('base ') && !/^[A-Z][\w ,:&-]+/.test(text))
  expect(unnamed).toEqual([])
})

it('no message formats a number by a skeleton, which the compiled messages of the build ignore', () => {
  expect(offences([...english, ...chinese], [/\{\w+, number, ::/])).toEqual([])
})
