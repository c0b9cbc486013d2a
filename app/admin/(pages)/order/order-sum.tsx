import { Alert, Loader, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { isRecord } from '@/components/admin/resource-form/schema-fields'
import { Fact, Facts } from '@/components/ui/facts'
import { Failure } from '@/components/ui/failure'
import { useRead } from '@/components/ui/use-read'
import { StaffOrderPreviewInput } from '@/lib/order/desk/cms-schema'
import { SendError, send } from '@/lib/server/client'
import { isCollected } from './collection-input'
import classes from './order.module.css'

/** Without empty fields. */
const filled = (value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== '' && one !== null && one !== undefined))

/** undefined: the values are incomplete. */
function previewOf(values: Readonly<Record<string, unknown>>) {
  const { expected_amount: _, receiver, contact, items, ...others } = values
  const lines = Array.isArray(items) ? items.filter(isRecord).map(filled) : []
  // Who collects it does not change the sum.
  const input = { ...filled(others), items: lines }
  // Some regions have no city or no district.
  const place = isRecord(receiver) ? { city: '', district: '', ...filled(receiver) } : {}
  const whole = StaffOrderPreviewInput.safeParse({ ...input, receiver: place })
  if (whole.success) return whole.data
  // The address is not complete yet.
  return StaffOrderPreviewInput.safeParse(input).data
}

const isRefusal = (error: unknown, code: SendError['code']) => error instanceof SendError && error.code === code

/** undefined: refused, because nothing would be left to pay. */
export const previewOrRefusal = <T,>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (isRefusal(error, 'invalid_request')) return undefined
    throw error
  })

/** A coupon that does not apply is not used. */
async function sumOf(body: NonNullable<ReturnType<typeof previewOf>>) {
  const preview = (coupon_id: number | undefined) => send('POST /cms/order/preview', { body: { ...body, coupon_id } })
  return preview(body.coupon_id).catch((error: unknown) => {
    if (isRefusal(error, 'coupon_unusable')) return preview(undefined)
    throw error
  })
}

/** Computed by the server, which places the order only if the sent total is still correct. */
export function OrderSum({ path, label, values, onChange, change, error, disabled }: InputProps) {
  const t = useTranslations('sale.new')
  const format = useFormatter()
  const body = previewOf(values)
  const [key] = useDebouncedValue(JSON.stringify(body), 400)
  const isCurrent = key === JSON.stringify(body)
  const read = useRead(body && (async () => ({ sum: await previewOrRefusal(sumOf(body)) })), key)
  const sum = read.value?.sum
  const total = isCurrent && sum ? sum.total_amount : undefined
  const keep = useEffectEvent((amount: number) => onChange(amount))
  useEffect(() => {
    if (total !== undefined && total > 0) keep(total)
  }, [total])
  const unusable = isCurrent && sum?.coupons.find(({ id, usable }) => id === body?.coupon_id && !usable)
  const drop = useEffectEvent(() => change({ coupon_id: null }))
  useEffect(() => {
    if (unusable) drop()
  }, [unusable])
  const amount = (fen: number) => format.number(fen / 100, 'price')
  const usable = sum?.coupons.filter((one) => one.usable) ?? []
  return (
    <FieldGroup path={path} label={label} description={undefined} error={error}>
      {!body && (
        <Text size="sm" c="dimmed">
          {t('noSum')}
        </Text>
      )}
      {body && read.isFailed && <Failure order={3} onRetry={read.reload} />}
      {body && !read.isFailed && !read.value && <Loader size="sm" />}
      {body && read.value && !sum && (
        <Alert color="yellow" variant="light" className={classes.failed} role="status">
          {t('nothingToPay')}
        </Alert>
      )}
      {body && sum && (
        <div aria-busy={!isCurrent}>
          {usable.length > 0 && (
            <Select
              mb="sm"
              clearable
              label={t('coupon')}
              placeholder={t('noCoupon')}
              disabled={disabled}
              data={usable.map(({ id, label, off_amount }) => ({
                value: String(id),
                label: t('couponOff', { label, off: amount(off_amount) }),
              }))}
              value={body.coupon_id === undefined ? null : String(body.coupon_id)}
              onChange={(id) => change({ coupon_id: id === null ? null : Number(id) })}
            />
          )}
          <div role="status">
            <Facts>
              <Fact name={t('goods')}>{amount(sum.items_amount)}</Fact>
              <Fact name={t('freight')}>
                {sum.freight_amount === null ? !isCollected(values) && t('unknownFreight') : amount(sum.freight_amount)}
              </Fact>
              {sum.discounts.map(({ promotion_id, label, amount: off }) => (
                <Fact key={promotion_id} name={label}>{`−${amount(off)}`}</Fact>
              ))}
              <Fact name={t('discount')}>
                {sum.discount_amount > sum.promotion_amount && `−${amount(sum.discount_amount - sum.promotion_amount)}`}
              </Fact>
              <Fact name={t('total')}>
                <strong>{amount(sum.total_amount)}</strong>
              </Fact>
              <Fact name={t('regular')}>{sum.regular_amount !== sum.total_amount && amount(sum.regular_amount)}</Fact>
            </Facts>
          </div>
          {sum.shortages.length > 0 && (
            <Alert color="yellow" variant="light" className={classes.failed}>
              {t('shortages', { count: sum.shortages.length })}
            </Alert>
          )}
          {sum.undeliverable.length > 0 && (
            <Alert color="yellow" variant="light" className={classes.failed}>
              {t(isCollected(values) ? 'uncollectable' : 'undeliverable', {
                names: [...new Set(sum.undeliverable.map(({ name }) => name))].join(t('nameSeparator')),
              })}
            </Alert>
          )}
        </div>
      )}
    </FieldGroup>
  )
}
