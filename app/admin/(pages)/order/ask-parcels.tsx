'use client'

import { Stack, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { AskProps, RowOf } from '@/components/admin/resource-table/declaration'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Choice } from '@/components/ui/choice'
import { useLastCarrier } from './last-carrier'

type Row = RowOf<'GET /cms/order'>

interface AskParcelsProps extends AskProps {
  rows: readonly Row[]
}

const carrierName = 'carrier'

/** Passes a query string for {@link parcelIn} to `onEnter`; undefined while an input is missing. */
export function AskParcels({ rows, onEnter }: AskParcelsProps) {
  const t = useTranslations('sale.ship')
  const options = useDictionaryOptions('carrier')
  const last = useLastCarrier(options)
  const [carrier, setCarrier] = useState(last.carrier ?? options[0]?.value ?? '')
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({})
  const enter = (carrier: string, numbers: Readonly<Record<string, string>>) => {
    const isComplete = carrier !== '' && rows.every(({ id }) => numbers[id]?.trim())
    onEnter(isComplete ? new URLSearchParams({ ...numbers, [carrierName]: carrier }).toString() : undefined)
  }
  return (
    <Stack gap="sm">
      <Choice
        label={t('carrier')}
        data={options.map(({ value, label }) => ({ value, label }))}
        value={carrier}
        onChange={(value) => {
          setCarrier(value)
          last.keep(value)
          enter(value, numbers)
        }}
      />
      {rows.map(({ id, order_no, receiver, items, line_count, remark }, at) => (
        <TextInput
          key={id}
          label={t('numberOf', { no: order_no })}
          description={
            <>
              {[receiver.name, items[0]?.name, ...(line_count > 1 ? ['…'] : [])].join(' · ')}
              {remark && (
                <Text span inherit display="block" fw={600} c="orange">
                  {t('remarkOf', { remark })}
                </Text>
              )}
            </>
          }
          autoComplete="off"
          value={numbers[id] ?? ''}
          onPaste={(event) => {
            const lines = linesIn(event.clipboardData.getData('text'))
            if (lines.length < 2) return
            event.preventDefault()
            const pasted = rows.slice(at, at + lines.length).map((row, index) => [row.id, lines[index] ?? ''])
            const next = { ...numbers, ...Object.fromEntries(pasted) }
            setNumbers(next)
            enter(carrier, next)
          }}
          onChange={({ currentTarget: { value } }) => {
            const next = { ...numbers, [id]: value }
            setNumbers(next)
            enter(carrier, next)
          }}
        />
      ))}
    </Stack>
  )
}

/** A column that was pasted from a spreadsheet. */
const linesIn = (text: string) => text.replace(/\r?\n$/, '').split(/\r?\n/)

/** From {@link AskParcels}. Empty strings: nothing was entered for the order. */
export function parcelIn(entered: string, id: number) {
  const values = new URLSearchParams(entered)
  return { carrier: values.get(carrierName) ?? '', tracking_no: values.get(String(id))?.trim() ?? '' }
}
