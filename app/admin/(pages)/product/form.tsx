'use client'

import { Anchor, Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustments, IconClock, IconExternalLink } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { PageSection } from '@/components/admin/frame/page-section'
import { RecordHead } from '@/components/admin/frame/record-head'
import type { Field } from '@/components/admin/resource-form/field'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { type FormState, useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { DictionaryTag, Tag } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { treeOptions } from '@/components/ui/tree/tree-options'
import { ProductChanges, ProductInput } from '@/lib/product/input-schema'
import { type Answer, send } from '@/lib/server/client'
import { useCategoryTree } from '../use-category-tree'
import { useTemplateOptions } from '../use-template-options'
import { blankSku, matrixOf } from './matrix'
import classes from './product.module.css'
import { useDeliveryOptions } from './use-delivery-options'
import { useMatrixFields } from './use-matrix-fields'
import { usePriceDialog } from './use-price-dialog'
import { useWithdrawalDialog } from './use-withdrawal-dialog'
import { WhenNear } from './when-near'

const InBin = dynamic(() => import('./in-bin'))
const TextSection = dynamic(() => import('./text-section'), { loading: () => <Skeleton height={120} /> })
const Uses = dynamic(() => import('./uses'))

type Product = Answer<'GET /cms/product/{id}'>

interface ProductFormProps {
  record: Product | undefined
  uses: Answer<'GET /cms/product/{id}/uses'> | undefined
  onClose: () => void
}

/** Links a product on sale to its page in the shop. */
function Standing({ record: { id, status, deleted_at } }: { record: Product }) {
  const t = useTranslations('catalogue')
  if (deleted_at) return <Tag style="danger">{t('inBin')}</Tag>
  return (
    <>
      <DictionaryTag type="product_status" value={status} />
      {status === 'on_sale' && (
        <Anchor href={`/product/${id}`} target="_blank" rel="noopener" size="sm">
          {t('viewInShop')} <IconExternalLink size={14} stroke={1.6} aria-hidden="true" />
        </Anchor>
      )}
    </>
  )
}

export default function ProductForm({ record, uses, onClose }: ProductFormProps) {
  const t = useTranslations('catalogue')
  const router = useRouter()
  const created = useRef<number>(undefined)
  const prices = usePriceDialog()
  const withdrawal = useWithdrawalDialog()
  // The width from which the style sheet has two columns.
  const isBroad = useMediaQuery('(min-width: 100em)')
  const templates = useTemplateOptions(record?.freight_template_id)
  const form = useResourceForm({
    record,
    onClose,
    onSaved: () => {
      if (created.current !== undefined) router.replace(`/admin/product/${created.current}`)
    },
    read: async () => record && send('GET /cms/product/{id}', { params: { id: record.id } }),
    resource: 'product',
    title: t('create'),
    isAutosaved: true,
    isPublic: true,
    locked: record?.deleted_at ? t('lockedInBin') : undefined,
    valuesOf: ({ specs, skus }) => ({ ...matrixOf(specs, skus) }),
    fields: [
      ...useBasicFields(record),
      { name: 'images', label: t('images'), help: t('imagesHelp'), isLabelHidden: true },
      ...useMatrixFields(record),
      { name: 'content', label: t('content'), isLabelHidden: true },
      {
        name: 'status',
        label: t('status'),
        options: useDictionaryOptions('product_status', record?.status),
        half: true,
      },
      { name: 'sort_order', label: t('sortOrder'), help: t('sortOrderHelp'), half: true },
      { name: 'publish_at', label: t('publishAt'), half: true },
      { name: 'unpublish_at', label: t('unpublishAt'), half: true },
      { name: 'low_stock', label: t('lowStock'), help: t('lowStockHelp'), half: true },
      { name: 'external_id', label: t('externalId'), help: t('externalIdHelp') },
      { name: 'deliveries', label: t('deliveries'), help: t('deliveriesHelp'), options: useDeliveryOptions() },
      { name: 'freight_template_id', label: t('freightTemplate'), help: t('freightTemplateHelp'), options: templates },
    ],
    create: {
      schema: ProductInput,
      initialValues: { skus: [blankSku] },
      confirm: ({ skus }) => prices.ask(skus),
      send: async (body, options) => {
        const { id } = await send('POST /cms/product', { body, ...options })
        created.current = id
      },
    },
    update: {
      schema: ProductChanges,
      confirm: async ({ id, skus }, body) => {
        if (!body.specs && !body.skus) return true
        if (body.skus && !(await prices.ask(body.skus, skus))) return false
        const plan = await send('PUT /cms/product/{id}', { params: { id }, query: { dry_run: 'true' }, body })
        return 'withdrawn' in plan ? withdrawal.ask(plan.withdrawn) : true
      },
      send: ({ id }, body) => send('PUT /cms/product/{id}', { params: { id }, body }),
    },
    remove: {
      send: ({ id }) => send('DELETE /cms/product/{id}', { params: { id } }),
      warning: (
        <>
          <p>{t('deleteWarning')}</p>
          {record && uses && <Uses id={record.id} uses={uses} />}
        </>
      ),
    },
  })
  return (
    <FormFrame form={form}>
      <RecordHead
        list={{ href: '/admin/product', name: t('all') }}
        title={form.name}
        tags={record && <Standing record={record} />}
      />
      {record?.deleted_at && <InBin id={record.id} name={record.name} />}
      <div className={classes.sections}>
        <div className={classes.first}>
          <PageSection title={t('section.basics')}>
            <FormFields form={form} names={['name', ...(isBroad ? [] : ['category_id']), 'summary', 'properties']} />
          </PageSection>
          <PageSection title={t('section.pictures')}>
            <FormFields form={form} names={['images']} />
          </PageSection>
        </div>
        <div className={classes.whole}>
          <PageSection title={t('section.specs')}>
            <WhenNear height={320} isNeeded={Object.keys(form.errors).length > 0}>
              <FormFields form={form} names={['specs', 'skus']} />
            </WhenNear>
          </PageSection>
          <PageSection title={t('section.text')}>
            <WhenNear height={120} isNeeded={form.errors.content !== undefined}>
              <TextSection form={form} />
            </WhenNear>
          </PageSection>
        </div>
        <div className={classes.side}>
          <PageSection title={t('section.publishing')}>
            <FormFields form={form} names={['status', ...(isBroad ? ['category_id'] : [])]} />
            <OnUse form={form} names={['publish_at', 'unpublish_at']} label={t('schedule')} icon={IconClock} />
            <FormFields form={form} names={['deliveries', 'freight_template_id']} />
            <OnUse
              form={form}
              names={['sort_order', 'low_stock', 'external_id']}
              label={t('more')}
              icon={IconAdjustments}
            />
          </PageSection>
          {record && uses && (
            <PageSection title={t('section.uses')}>
              <Uses id={record.id} uses={uses} />
            </PageSection>
          )}
          <FormHistory
            form={form}
            record={record}
            history={(id, query) => send('GET /cms/product/{id}/history', { params: { id }, query })}
          />
        </div>
      </div>
      <div className={classes.bar}>
        <FormFooter form={form} />
      </div>
      {prices.dialog}
      {withdrawal.dialog}
    </FormFrame>
  )
}

type Name = keyof typeof ProductInput.shape

function useBasicFields(record: Product | undefined): Field<Name>[] {
  const t = useTranslations('catalogue')
  const known = record ? [{ value: String(record.category.id), label: record.category.name }] : []
  const readCategories = useCategoryTree()
  const found = useOptions(async () => treeOptions(await readCategories()), known, t('categoriesFailed'))
  // The category of the product may be disabled, and is then missing in `found`.
  const own = known.filter(({ value }) => !found.some((one) => one.value === value))
  return [
    { name: 'name', label: t('name') },
    { name: 'category_id', label: t('category'), options: [...found, ...own], isSearched: true },
    { name: 'summary', label: t('summary'), help: t('summaryHelp') },
    {
      name: 'properties',
      label: t('properties'),
      help: t('propertiesHelp'),
      fields: [
        { name: 'name', label: t('propertyName'), half: true },
        { name: 'detail', label: t('propertyDetail'), half: true },
      ],
    },
  ]
}

interface OnUseProps {
  form: FormState
  names: string[]
  label: string
  icon: typeof IconClock
}

/** Opened by a button while empty and without errors, so that large inputs are loaded only on use. */
function OnUse({ form, names, label, icon: Icon }: OnUseProps) {
  const [isOpen, setOpen] = useState(false)
  const { values, errors } = form
  // The default position 0 does not count as a value.
  const isSet = (name: string) => values[name] || (values[name] === 0 && name !== 'sort_order')
  if (isOpen || names.some((name) => isSet(name) || errors[name])) return <FormFields form={form} names={names} />
  if (!form.mayWrite) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon size={14} stroke={1.8} aria-hidden="true" />}
      onClick={() => setOpen(true)}
      className={classes.write}
    >
      {label}
    </Button>
  )
}
