import { describe, expect, test } from 'vitest'
import { type BundleLimits, planBundle } from './bundle'

const limits: BundleLimits = { max_pictures: 400, max_picture: 10_000, max_spreadsheet: 4_000, max_total: 1_000_000 }

const entry = (path: string, size = 100, problem?: 'encrypted' | 'unsupported') => ({ path, size, problem })

/** Returns every fault as `code: names`. */
function faultsOf(entries: ReturnType<typeof entry>[], given: Partial<BundleLimits> = {}) {
  const planned = planBundle(entries, { ...limits, ...given })
  return 'faults' in planned ? planned.faults.map(({ code, names }) => [code, ...names].join(' ')) : 'planned'
}

const sheet = entry('products.xlsx')
const picture = entry('LJ-50.jpg')

describe('a bundle', () => {
  test('has one spreadsheet and pictures of all folders, without files that users do not see', () => {
    const entries = [
      entry('shop/', 0),
      entry('shop/products.csv'),
      entry('shop/pictures/LJ-50.JPG'),
      entry('shop\\pictures\\龙井.webp'),
      entry('e\u0301.png'),
      entry('__MACOSX/shop/._products.csv'),
      entry('shop/.DS_Store'),
      entry('.git/a.jpg'),
      entry('shop/~$products.xlsx'),
      entry('shop/Thumbs.db'),
      entry('desktop.ini'),
    ]
    const planned = planBundle(entries, limits)
    expect(planned).toEqual({
      plan: {
        spreadsheet: entries[1],
        pictures: [
          { name: 'LJ-50.JPG', entry: entries[2] },
          { name: '龙井.webp', entry: entries[3] },
          { name: '\u00e9.png', entry: entries[4] },
        ],
      },
    })
  })

  test.each([
    ['no spreadsheet', [picture], ['no_spreadsheet']],
    ['no picture', [sheet], ['no_pictures']],
    ['nothing', [], ['no_spreadsheet', 'no_pictures']],
    ['two spreadsheets', [sheet, entry('a/b.csv'), picture], ['several_spreadsheets products.xlsx a/b.csv']],
    ['an old spreadsheet', [entry('a.xls'), picture], ['old_excel a.xls']],
    ['a large spreadsheet', [entry('a.csv', 4_001), picture], ['spreadsheet_too_big a.csv']],
    ['other files', [sheet, picture, entry('a.heic'), entry('README')], ['other_files a.heic README']],
    ['a large picture', [sheet, picture, entry('b.png', 10_001)], ['pictures_too_big b.png']],
    ['an empty picture', [sheet, entry('b.png', 0)], ['empty_pictures b.png']],
    ['a name twice', [sheet, picture, entry('2/LJ-50.jpg')], ['repeated_names LJ-50.jpg 2/LJ-50.jpg']],
    ['a name in another case', [sheet, picture, entry('a/lj-50.JPG')], ['repeated_names LJ-50.jpg a/lj-50.JPG']],
    ['a name in another width', [sheet, picture, entry('ＬＪ-50.jpg')], ['repeated_names LJ-50.jpg ＬＪ-50.jpg']],
    ['a password', [sheet, entry('b.png', 1, 'encrypted')], ['encrypted b.png']],
    ['an unknown method', [sheet, entry('b.png', 1, 'unsupported')], ['unsupported b.png']],
  ])('with %s is refused', (_, entries, faults) => expect(faultsOf(entries)).toEqual(faults))

  test('has limits for the number, the size and the names of its files', () => {
    const pictures = (count: number, stem = '') => Array.from({ length: count }, (_, at) => entry(`${stem}${at}.jpg`))
    expect(faultsOf([sheet, ...pictures(400)])).toBe('planned')
    expect(faultsOf([sheet, ...pictures(401)])).toEqual(['too_many_pictures'])
    expect(faultsOf([sheet, ...pictures(10)], { max_total: 1_100 })).toBe('planned')
    expect(faultsOf([sheet, ...pictures(10)], { max_total: 1_099 })).toEqual(['too_big'])
    expect(faultsOf([sheet, ...pictures(400, '龙'.repeat(40))])).toBe('planned')
    expect(faultsOf([sheet, ...pictures(400, '龙'.repeat(50))])).toEqual(['names_too_long'])
  })

  test('has all of its faults at once', () => {
    expect(faultsOf([picture, entry('lj-50.jpg', 0), entry('a.txt')])).toEqual([
      'other_files a.txt',
      'no_spreadsheet',
      'empty_pictures lj-50.jpg',
      'repeated_names LJ-50.jpg lj-50.jpg',
    ])
  })
})
