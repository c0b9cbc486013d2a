import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { addressesOf, isAllowedUrl, isGlobal, resolver } from './address'

const lookup = vi.spyOn(resolver, 'lookup')
beforeEach(() => void lookup.mockReset())
afterAll(() => lookup.mockRestore())

/** Answers for any name. */
const names = (...addresses: string[]) =>
  lookup.mockResolvedValue(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

test.each(['8.8.8.8', '223.5.5.5', '2400:3200::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2002:808:808::1'])(
  '%s is global',
  (address) => expect(isGlobal(address)).toBe(true),
)

test.each([
  ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.100.100.200', '0.0.0.0', '0.1.2.3'],
  ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1', '240.0.0.1'],
  ...['::', '::1', '::127.0.0.1', 'fe80::1', 'fe80::1%eth0', 'fd00::1', 'fec0::1', 'ff02::1', '100::1', '2001:db8::1'],
  ...['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::a00:1'],
  ...['64:ff9b:1::8.8.8.8', '2002:7f00:1::1', '2002:a9fe:a9fe::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '5f00::1'],
])('%s is not', (address) => expect(isGlobal(address)).toBe(false))

test.each([
  'https://[::ffff:127.0.0.1]/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://127.1/',
  'https://[64:ff9b::7f00:1]/',
  'https://１２７.0.0.1/',
])('%s is refused without a lookup', async (url) => {
  expect(await addressesOf(new URL(url), false)).toBe('refused_address')
  expect(lookup).not.toHaveBeenCalled()
})

test('every address of a name must be global', async () => {
  names('8.8.8.8', '2400:3200::1')
  expect(await addressesOf(new URL('https://a.example'), false)).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2400:3200::1', family: 6 },
  ])
  names('8.8.8.8', '10.0.0.1')
  expect(await addressesOf(new URL('https://a.example'), false)).toBe('refused_address')
  names('::1')
  expect(await addressesOf(new URL('https://localhost'), false)).toBe('refused_address')
  expect(await addressesOf(new URL('https://localhost'), true)).toEqual([{ address: '::1', family: 6 }])
  names('10.0.0.1')
  expect(await addressesOf(new URL('https://a.example'), true)).toBe('refused_address')
  names()
  expect(await addressesOf(new URL('https://a.example'), false)).toBe('unknown_host')
})

test.each([
  ['https://a.example', true],
  ['https://a.example:8443/x?y=1', true],
  ['https://a.example:22', false],
  ['https://a.example:1023', false],
  ['https://user@a.example', false],
  ['http://a.example', false],
  ['http://a.example:8080', false],
  ['ftp://a.example', false],
])('%s is allowed: %s', (url, expected) => expect(isAllowedUrl(new URL(url), false)).toBe(expected))
