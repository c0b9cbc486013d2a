// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import RegionFields from './region-fields'
import type { Region } from './regions'

defineFonts()
afterEach(cleanup)

let region: Region

function Form({ start }: { start: Partial<Region> }) {
  const [value, setValue] = useState<Region>({ province: '', city: '', district: '', ...start })
  region = value
  return <RegionFields value={value} onChange={setValue} attributesOf={(key) => ({ label: key, name: key })} />
}

const show = (start: Partial<Region> = {}) =>
  render(
    <Shown>
      <Form start={start} />
    </Shown>,
  )
const input = (key: string) => screen.getByLabelText<HTMLInputElement>(key, { selector: 'input' })
const type = (key: string, text: string) => fireEvent.change(input(key), { target: { value: text } })
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const choose = (name: string) => fireEvent.click(screen.getByRole('option', { name }))

test('each list is of what was chosen before, and opens when that is chosen', () => {
  show()
  fireEvent.focus(input('province'))
  expect(offered()).toHaveLength(34)
  choose('浙江省')
  expect(document.activeElement).toBe(input('city'))
  expect(offered()).toContain('杭州市')
  choose('杭州市')
  expect(document.activeElement).toBe(input('district'))
  choose('西湖区')
  expect(region).toEqual({ province: '浙江省', city: '杭州市', district: '西湖区' })
})

test('the only city of a province is chosen with it', () => {
  show()
  type('province', '北京')
  choose('北京市')
  expect(region).toEqual({ province: '北京市', city: '北京市', district: '' })
  expect(document.activeElement).toBe(input('district'))
})

test('a district is found by its name, with what is above it', () => {
  show()
  type('province', '西湖')
  choose('浙江省 杭州市 西湖区')
  expect(region).toEqual({ province: '浙江省', city: '杭州市', district: '西湖区' })
})

test('a district is found by a part of its name in its own field, in the region that is chosen so far', () => {
  show()
  type('district', '西湖')
  choose('浙江省 杭州市 西湖区')
  expect(region).toEqual({ province: '浙江省', city: '杭州市', district: '西湖区' })
  cleanup()
  show({ province: '江西省' })
  type('district', '西湖')
  expect(offered()).toEqual(['江西省 南昌市 西湖区'])
  cleanup()
  show({ province: '浙江省', city: '杭州市' })
  type('district', '湖')
  choose('西湖区')
  expect(region.district).toBe('西湖区')
})

test('another province leaves no city of the one before', () => {
  show({ province: '浙江省', city: '杭州市', district: '西湖区' })
  fireEvent.focus(input('province'))
  // A chosen value does not narrow the list.
  choose('江苏省')
  expect(region).toEqual({ province: '江苏省', city: '', district: '' })
})

test('keys choose, too', () => {
  show({ province: '浙江省' })
  type('city', '宁')
  fireEvent.keyDown(input('city'), { code: 'Enter', key: 'Enter' })
  expect(region.city).toBe('宁波市')
})

test('a place that the list does not know is typed', () => {
  show()
  type('province', 'Bayern')
  type('city', 'München')
  expect([region, offered()]).toEqual([{ province: 'Bayern', city: 'München', district: '' }, []])
})
