'use client'

import { Alert, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useDrawerTitle } from '@/components/admin/resource-form/drawer-frame'
import { attributesOf, type Field } from '@/components/admin/resource-form/field'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import { DetailsSection } from '@/components/admin/resource-form/record-details'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { IntegerInput } from '@/components/ui/integer-input'
import { treeOptions } from '@/components/ui/tree/tree-options'
import { PromotionChanges, PromotionInput } from '@/lib/promotion/schema'
import { send } from '@/lib/server/client'
import { ProductsInput } from '../theme/products-input'
import { useCategoryTree } from '../use-category-tree'
import { Begun } from './begun'
import { Estimate } from './estimate'
import { Excess } from './excess'
import { GivesInput } from './gives-input'
import { Overlaps, useTellSaved } from './overlaps'
import { nameOfRow, PricesInput, useKnownSkus } from './prices-input'
import { type Promotion, Result } from './result'
import { ScopeInput } from './scope-input'
import { SourceInput, useSourceOptions } from './source-input'
import { dealRows, hasCoupons, isDeal, type Values } from './terms'
import { useTierFields } from './tier-fields'
import { useSentences } from './use-sentences'

/** Most terms are fixed once the promotion has begun. */
export default function PromotionForm(props: RecordFormProps<Promotion>) {
  const t = useTranslations('promotion')
  const { record } = props
  const { sentences } = useSentences()
  const told = useTellSaved()
  const form = useResourceForm({
    ...props,
    resource: 'promotion',
    title: t('create'),
    isPublic: true,
    fields: useFields(record),
    // The names and the sold pieces of the record are no values of the form.
    valuesOf: ({ skus }) => ({ skus: skus.map(({ sku_id, price, quota }) => ({ sku_id, price, quota })) }),
    undeletable: record && isInUse(record) ? t('undeletable') : undefined,
    create: {
      schema: PromotionInput,
      send: async (body, options) => told(await send('POST /cms/promotion', { body, ...options })),
    },
    update: {
      schema: PromotionChanges,
      send: async ({ id }, body) => told(await send('PUT /cms/promotion/{id}', { params: { id }, body })),
    },
    remove: { send: ({ id }) => send('DELETE /cms/promotion/{id}', { params: { id } }), warning: t('deleteWarning') },
  })
  useDrawerTitle(form.name)
  const hasNoCode = form.values?.coupon_source === 'code' && !form.values.shared_code && (record?.code_count ?? 0) === 0
  const soldOf = (sku_id: unknown) => record?.skus.find((one) => one.sku_id === sku_id)?.sold ?? 0
  const effect = [...sentences(form.values, soldOf), ...(hasNoCode ? [t('noCode')] : [])]
  return (
    <FormFrame form={form}>
      <FormBody>
        {record && hasBegun(record) && <Begun promotion={record} />}
        {record?.excess && <Excess excess={record.excess} />}
        {record && <Overlaps promotion={record} />}
        {record && isWaiting(record) && (
          <Alert color="yellow" variant="light">
            {t('notStarted')}
          </Alert>
        )}
        <FormFields form={form} />
        <DetailsSection title={t('effect')}>
          {(effect.length > 0 ? effect : [isDeal(form.values) ? t('incompleteDeal') : t('incomplete')]).map((one) => (
            <Text key={one} size="sm">
              {one}
            </Text>
          ))}
          {form.values && <Estimate values={form.values} />}
        </DetailsSection>
        {record && <Result promotion={record} read={props.read} />}
        <FormHistory
          form={form}
          record={record}
          history={(id, query) => send('GET /cms/promotion/{id}/history', { params: { id }, query })}
        />
      </FormBody>
      <FormFooter form={form} />
    </FormFrame>
  )
}

/** With coupons: customers have some. */
const hasBegun = (record: Promotion) =>
  hasCoupons(record) ? record.taken_count > 0 : Date.parse(record.starts_at) <= Date.now()

/** Such as a copy: it would never begin as it is. */
const isWaiting = (record: Promotion) =>
  record.state === 'stopped' &&
  record.order_count + record.taken_count === 0 &&
  Date.parse(record.starts_at) > Date.now()

const isInUse = ({ state, order_count, taken_count, code_count }: Promotion) =>
  state === 'running' || order_count + taken_count + code_count > 0

type Name = keyof typeof PromotionInput.shape

/** Fixed once a promotion has begun; with coupons, once a customer has taken one. */
const fixed: ReadonlySet<Name> = new Set([
  ...(['gives', 'starts_at', 'scope', 'category_ids', 'product_ids', 'except_product_ids'] as const),
  ...(['tiers', 'repeats', 'exclusive', 'audience', 'per_customer', 'coupon_source', 'valid_days'] as const),
])

const isOfOrders = (values: Values) => !isDeal(values)
const isFreight = ({ gives }: Values) => gives === 'freight'
const isAutomatic = (values: Values) => isOfOrders(values) && !hasCoupons(values)

function useFields(record: Promotion | undefined): Field<Name>[] {
  const t = useTranslations('promotion')
  const words = useSentences()
  const categories = useCategoryOptions(record?.category_ids ?? [])
  const known = record?.products ?? []
  const sources = useSourceOptions(record?.coupon_source)
  // What is not sent by the other kind of promotion would stay in a record, so a record keeps its kind.
  const types = useDictionaryOptions('promotion_gives').filter(
    ({ value }) => !record || isDeal({ gives: value }) === isDeal(record),
  )
  const skus = useKnownSkus(record)
  const begun = record && hasBegun(record) ? record : undefined
  const namesOf = (ids: unknown) =>
    known.filter(({ id }) => Array.isArray(ids) && ids.includes(id)).map(({ name }) => name)
  const tiers = {
    name: 'tiers',
    label: t('tiers'),
    help: t('tiersHelp'),
    read: (values: Values) => words.tiers(values),
  } as const
  const fields: Field<Name>[] = [
    { name: 'label', label: t('label'), help: t('labelHelp'), half: true },
    { name: 'name', label: t('name'), help: t('nameHelp'), half: true },
    {
      name: 'gives',
      label: t('gives'),
      half: true,
      options: types,
      render: (input) => <GivesInput {...input} options={types} />,
    },
    {
      name: 'coupon_source',
      label: t('source'),
      half: true,
      when: isOfOrders,
      options: sources,
      render: (input) => <SourceInput {...input} />,
      read: ({ coupon_source }) => sources.find(({ value }) => value === (coupon_source ?? ''))?.label,
    },
    {
      name: 'per_customer',
      label: t('piecesPerCustomer'),
      help: t('piecesPerCustomerHelp'),
      half: true,
      when: isDeal,
    },
    { name: 'starts_at', label: t('startsAt'), half: true },
    { name: 'ends_at', label: t('endsAt'), ...(begun && { help: t('endsAtHelp') }), half: true },
    {
      name: 'skus',
      label: t('deal.skus'),
      help: begun ? t('deal.skusFixed') : t('deal.skusHelp'),
      when: isDeal,
      fields: [
        { name: 'sku_id', label: t('deal.sku'), format: (id) => `#${id}` },
        { name: 'price', label: t('deal.price') },
        { name: 'quota', label: t('deal.quota') },
      ],
      rowName: (row) => nameOfRow(row, skus),
      read: (values) =>
        dealRows(values.skus).map((row) => (
          <div key={String(row.sku_id)}>
            {words.price(row, nameOfRow(row, skus), skus.skus.get(row.sku_id)?.sold ?? 0)}
          </div>
        )),
      render: (input) => <PricesInput {...input} known={skus} begun={begun?.skus} record={record} />,
    },
    {
      name: 'scope',
      label: t('scope'),
      when: isOfOrders,
      options: useDictionaryOptions('promotion_scope'),
      render: (input) => <ScopeInput {...input} />,
    },
    {
      name: 'category_ids',
      label: t('categories'),
      help: t('categoriesHelp'),
      options: categories,
      when: (values) => isOfOrders(values) && values.scope === 'categories',
    },
    {
      name: 'product_ids',
      label: t('products'),
      when: (values) => isOfOrders(values) && values.scope === 'products',
      read: ({ product_ids }) => namesOf(product_ids).join(', '),
      render: (input) => <ProductsInput {...input} known={known} maximum={500} />,
    },
    {
      name: 'except_product_ids',
      label: t('exceptProducts'),
      help: t('exceptProductsHelp'),
      when: isOfOrders,
      read: ({ except_product_ids }) => namesOf(except_product_ids).join(', '),
      render: (input) => <ProductsInput {...input} known={known} maximum={500} />,
    },
    {
      ...tiers,
      when: (values) => isOfOrders(values) && !isFreight(values),
      fields: useTierFields(false),
    },
    { ...tiers, when: isFreight, fields: useTierFields(true) },
    { name: 'repeats', label: t('repeats'), help: t('repeatsHelp'), when: isOfOrders },
    {
      name: 'audience',
      label: t('audience'),
      options: useDictionaryOptions('promotion_audience'),
      half: true,
      when: isOfOrders,
    },
    { name: 'per_customer', label: t('perCustomer'), help: t('perCustomerHelp'), half: true, when: isAutomatic },
    {
      name: 'per_customer',
      label: t('couponsPerCustomer'),
      half: true,
      when: hasCoupons,
      render: (input) => (
        <IntegerInput
          {...attributesOf({ ...input, required: true })}
          min={1}
          value={input.value}
          onChange={input.onChange}
        />
      ),
    },
    {
      name: 'total',
      label: t('total'),
      help: begun ? t('totalGrows') : t('totalHelp'),
      half: true,
      when: hasCoupons,
      locked: begun && begun.total === null ? true : undefined,
    },
    {
      name: 'shared_code',
      label: t('sharedCode'),
      help: t('sharedCodeHelp'),
      half: true,
      when: ({ coupon_source }) => coupon_source === 'code',
    },
    { name: 'valid_days', label: t('validDays'), help: t('validDaysHelp'), half: true, when: hasCoupons },
    { name: 'exclusive', label: t('exclusive'), help: t('exclusiveHelp'), when: isOfOrders },
    { name: 'exclusive', label: t('exclusive'), help: t('exclusiveDealHelp'), when: isDeal },
    { name: 'priority', label: t('priority'), help: t('priorityHelp'), half: true, when: isAutomatic },
    { name: 'enabled', label: t('enabled'), help: t('enabledHelp'), when: (values) => !hasCoupons(values) },
    { name: 'enabled', label: t('enabled'), help: t('enabledCouponsHelp'), when: hasCoupons },
  ]
  return fields.map((field) => (begun && fixed.has(field.name) ? { ...field, locked: true } : field))
}

/** A chosen category that is not enabled appears with its id. */
function useCategoryOptions(chosen: readonly number[]) {
  const t = useTranslations('promotion')
  const readCategories = useCategoryTree()
  const found = useOptions(async () => treeOptions(await readCategories()), [], t('categoriesFailed'))
  const others = chosen.map((id) => ({ value: String(id), label: t('record', { id: String(id) }) }))
  return [...found, ...others.filter(({ value }) => !found.some((one) => one.value === value))]
}
