'use client'

import { Select, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import formClasses from '@/components/admin/resource-form/resource-form.module.css'
import { sentValue, shapeOf } from '@/components/admin/resource-form/schema-fields'
import { IntegerInput } from '@/components/ui/integer-input'
import { shopLanguage } from '@/components/ui/language'
import { MoneyInput } from '@/components/ui/money-input'
import { FreightTemplateInput } from '@/lib/freight_template/schema'
import { freightOf } from '@/lib/pricing/freight'
import { cityGroups, findRegions, namesOf } from './regions'

const integer = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** With a placeholder name, because the name may still be empty. undefined: incomplete. */
function templateIn(values: Readonly<Record<string, unknown>>) {
  const sent = Object.entries(FreightTemplateInput.shape).map(([name, schema]) => [
    name,
    sentValue(shapeOf(schema), values[name], true),
  ])
  return FreightTemplateInput.safeParse({ ...Object.fromEntries(sent), name: '-' }).data
}

/** Computes with the same function as orders. Saves nothing. */
export function TestBox({ values }: { values: Readonly<Record<string, unknown>> | undefined }) {
  const t = useTranslations('freight_template.test')
  const format = useFormatter()
  const [city, setCity] = useState<string | null>(null)
  const [pieces, setPieces] = useState<unknown>(1)
  const [weight, setWeight] = useState<unknown>(500)
  const [amount, setAmount] = useState<unknown>(10_000)
  const data = templateIn(values ?? {})
  const result = () => {
    const [count, weight_g, cost] = [integer(pieces), integer(weight), integer(amount)]
    if (!data) return t('incomplete')
    if (city === null || !count || weight_g === undefined || cost === undefined) return t('choose')
    const line = { sku_id: 0, count, amount: cost, weight_g, template: { ...data, id: 0 } }
    const { amount: fee, undeliverable, groups } = freightOf([line], { region_code: city, is_abroad: false }, 'sum')
    const to = { city: namesOf([city]).join(''), count }
    const [refused] = undeliverable
    if (refused) return t(refused.reason === 'region' ? 'excluded' : 'noRule', to)
    const free = groups[0]?.free
    return free ? t(`free.${free}`, to) : t('fee', { ...to, fee: format.number((fee ?? 0) / 100, 'price') })
  }
  return (
    <>
      <div className={formClasses.grid}>
        <Select
          label={t('city')}
          lang={shopLanguage}
          data={cityGroups}
          value={city}
          onChange={setCity}
          searchable
          filter={findRegions}
          nothingFoundMessage={t('noCity')}
          comboboxProps={{ keepMounted: false }}
          className={formClasses.half}
        />
        <div className={formClasses.half}>
          <IntegerInput label={t('pieces')} min={1} max={9_999} value={pieces} onChange={setPieces} />
        </div>
        {data?.charge === 'weight' && (
          <div className={formClasses.half}>
            <IntegerInput label={t('weight')} min={0} value={weight} onChange={setWeight} />
          </div>
        )}
        <div className={formClasses.half}>
          <MoneyInput label={t('amount')} value={amount} onChange={setAmount} />
        </div>
      </div>
      <Text size="sm" fw={600} role="status" mt="xs">
        {result()}
      </Text>
    </>
  )
}
