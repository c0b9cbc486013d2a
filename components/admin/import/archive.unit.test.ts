import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readArchive } from './archive'
import { readBundle } from './read-bundle'

type Bytes = Uint8Array<ArrayBuffer>

const zip = (files: Record<string, Bytes>, level: 0 | 6 = 6): Bytes => Uint8Array.from(zipSync(files, { level }))

const text = (value: string): Bytes => Uint8Array.from(strToU8(value))

/** Replaces every occurrence of a byte sequence. */
function replaced(bytes: Bytes, from: Bytes, to: Bytes): Bytes {
  const result = bytes.slice()
  for (let at = 0; at + from.length <= result.length; at += 1)
    if (from.every((byte, place) => result[at + place] === byte)) result.set(to, at)
  return result
}

/** Sets a field of each entry of the central directory. */
function withField(bytes: Bytes, field: number, value: number, size: 2 | 4 = 2): Bytes {
  const result = bytes.slice()
  const view = new DataView(result.buffer)
  for (let at = 0; at + 4 <= result.length; at += 1) {
    if (view.getUint32(at, true) !== 0x02_01_4b_50) continue
    if (size === 2) view.setUint16(at + field, value, true)
    else view.setUint32(at + field, value, true)
  }
  return result
}

const fileOf = (bytes: Bytes, name = 'products.zip') => new File([bytes], name)
const read = (...files: File[]) => readBundle(files, { max_picture: 10_000 })
const codesOf = async (bytes: Bytes) => {
  const bundle = await read(fileOf(bytes))
  return 'faults' in bundle ? bundle.faults.map(({ code }) => code) : 'read'
}

const usual = { 'products.csv': text('name\nA\n'), 'p/LJ-50.jpg': text('picture '.repeat(100)) }

describe('an archive', () => {
  test.each([0, 6] as const)('is unpacked, at the level %d', async (level) => {
    const bundle = await read(fileOf(zip(usual, level), '春茶.2026.zip'))
    if ('faults' in bundle) throw new Error('the bundle has faults')
    expect(bundle.folder).toBe('春茶.2026')
    expect(await bundle.spreadsheet.text()).toBe('name\nA\n')
    expect(bundle.pictures.map(({ name }) => name)).toEqual(['LJ-50.jpg'])
    expect(await bundle.pictures[0]?.text()).toBe('picture '.repeat(100))
  })

  test('has names in UTF-8, declared or not, in GB18030, or beside a name in another encoding', async () => {
    const pathsOf = async (bytes: Bytes) => (await readArchive(new Blob([bytes]))).map(({ path }) => path)
    const name = '龙井.jpg'
    expect(await pathsOf(zip({ [name]: text('a') }))).toEqual([name])
    expect(await pathsOf(withField(zip({ [name]: text('a') }), 8, 0))).toEqual([name])
    const gb18030 = Uint8Array.of(0xc1, 0xfa, 0xbe, 0xae, 0x2e, 0x6a, 0x70, 0x67)
    expect(await pathsOf(replaced(zip({ 'ABCD.jpg': text('a') }), text('ABCD.jpg'), gb18030))).toEqual([name])
    const extra = { 28789: Uint8Array.from([1, 0, 0, 0, 0, ...text(name)]) }
    const both = zipSync({ 'x.jpg': [text('a'), { extra }] })
    expect(await pathsOf(Uint8Array.from(both))).toEqual([name])
  })

  /** Returns the paths of an archive whose names, of this many letters, have these bytes instead and no encoding. */
  const pathsIn = async (names: number[][]) => {
    const placeholders = names.map(({ length }, at) => String.fromCodePoint(0x41 + at).repeat(length))
    const archive = zip(Object.fromEntries(placeholders.map((name) => [`${name}.jpg`, text('a')])))
    const bytes = names.reduce(
      (all, name, at) => replaced(all, text(`${placeholders[at]}.jpg`), Uint8Array.of(...name, ...text('.jpg'))),
      archive,
    )
    return (await readArchive(new Blob([bytes]))).map(({ path }) => path)
  }
  const [cat, longjing] = [
    [0xc3, 0xa8],
    [0xc1, 0xfa, 0xbe, 0xae],
  ]

  test('has all names without a declared encoding in one', async () => {
    expect(await pathsIn([cat])).toEqual(['猫.jpg'])
    expect(await pathsIn([cat, longjing])).toEqual(['猫.jpg', '龙井.jpg'])
    // Uncommon in GB18030, but beside a name that is not UTF-8.
    expect(await pathsIn([[0xc3, 0x9f], longjing])).toEqual(['脽.jpg', '龙井.jpg'])
    expect(await pathsIn([[0xc3, 0x9f]])).toEqual(['ß.jpg'])
    expect(await pathsIn([[0x4d, 0xc3, 0xbc, 0x6c], cat])).toEqual(['Mül.jpg', 'è.jpg'])
    expect(await pathsIn([[...text('茶')], cat])).toEqual(['茶.jpg', 'è.jpg'])
    // A name that is in neither encoding leaves each of the others to itself.
    expect(await pathsIn([[0xff], cat, [...text('茶')]])).toEqual(['\ufffd.jpg', '猫.jpg', '茶.jpg'])
  })

  test('has names with a declared encoding beside names in GB18030', async () => {
    const extra = { 28789: Uint8Array.from([1, 0, 0, 0, 0, ...text('è.jpg')]) }
    const archive = zipSync({ 'x.jpg': [text('a'), { extra }], 'ABCD.jpg': text('b'), 'ü.jpg': text('c') })
    const bytes = replaced(Uint8Array.from(archive), text('ABCD.jpg'), Uint8Array.of(...longjing, ...text('.jpg')))
    expect((await readArchive(new Blob([bytes]))).map(({ path }) => path)).toEqual(['è.jpg', '龙井.jpg', 'ü.jpg'])
  })

  test.each([
    ['has a password', withField(zip(usual), 8, 1), ['encrypted']],
    ['uses an unknown method', withField(zip(usual), 10, 93), ['unsupported']],
    [
      'has an entry of more than 4 GB',
      withField(zip(usual), 24, 0xff_ff_ff_ff, 4),
      ['unsupported', 'spreadsheet_too_big', 'pictures_too_big', 'too_big'],
    ],
    ['is cut', zip(usual).slice(0, -30), ['damaged']],
    ['is not an archive', text('name\nA\n'), ['damaged']],
    ['is empty', new Uint8Array(), ['damaged']],
    ['lacks its beginning', zip(usual).slice(20), ['damaged']],
    ['has other bytes', replaced(zip(usual, 0), text('picture p'), text('picturr p')), ['damaged']],
    ['is larger than it says', withField(zip(usual), 24, 5, 4), ['damaged']],
    ['is smaller than it says', withField(zip(usual), 24, 3_000, 4), ['damaged']],
  ])('that %s is refused', async (_, bytes, codes) => expect(await codesOf(bytes)).toEqual(codes))

  test('that is a bomb is refused by its own sizes, or at the first byte above them', async () => {
    const bomb = zip({ ...usual, 'b.png': new Uint8Array(30_000_000) })
    expect(bomb.length).toBeLessThan(50_000)
    expect(await codesOf(bomb)).toEqual(['pictures_too_big'])
    const liar = withField(zip({ 'b.png': new Uint8Array(30_000_000) }), 24, 100, 4)
    const [entry] = await readArchive(new Blob([liar]))
    expect(entry?.size).toBe(100)
    await expect(entry?.unpack()).rejects.toThrow('damaged')
  })
})

describe('files that are chosen together', () => {
  test('are a spreadsheet and its pictures', async () => {
    const bundle = await read(
      fileOf(text('name\nA\n'), 'tea.csv'),
      fileOf(text('a'), 'a.jpg'),
      fileOf(text('b'), 'b.png'),
    )
    expect(bundle).toMatchObject({ folder: 'tea', pictures: [{ name: 'a.jpg' }, { name: 'b.png' }] })
  })

  test('are no archive beside others', async () => {
    expect(await read(fileOf(zip(usual)), fileOf(text('a'), 'a.jpg'))).toEqual({
      faults: [{ code: 'archive_alone', names: [] }],
    })
  })
})
