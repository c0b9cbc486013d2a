import { Button, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { isRecord } from '@/components/admin/resource-form/schema-fields'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Failure } from '@/components/ui/failure'
import { Person } from '@/components/ui/person'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { placeOf } from '@/lib/address/place'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { listPath } from '@/lib/server/admin/record-path'
import { type Answer, send } from '@/lib/server/client'
import { isCollected } from './collection-input'
import classes from './order.module.css'

type Customer = RowOf<'GET /cms/customer'>
type Address = Answer<'GET /cms/customer/{id}'>['addresses'][number]

const isMobile = (text: string) => /^1\d{10}$/.test(text.replace(/[\s-]/g, ''))

const receiverOf = ({ name, mobile, province, city, district, detail, postal_code }: Address) => ({
  name,
  mobile,
  province,
  city,
  district,
  detail,
  postal_code: postal_code ?? '',
})

/** Found, or new with a phone number. The default address becomes the receiver. */
export function CustomerInput({ change, errors, ...input }: InputProps) {
  const { path, label, description, values, disabled } = input
  const t = useTranslations('sale.new')
  const locale = useLocale()
  const act = useAction()
  const maySearch = useMayOpen()(listPath('customer'))
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 300)
  const [chosen, setChosen] = useState<Customer>()
  const [addresses, setAddresses] = useState<readonly Address[]>([])
  const found = useRead(
    maySearch && q !== '' ? async () => (await send('GET /cms/customer', { query: { q, size: 5 } })).items : undefined,
    q,
  )
  const choose = (customer: Customer) =>
    act(
      async () => {
        const detail = await send('GET /cms/customer/{id}', { params: { id: customer.id } })
        const usual = detail.addresses.find(({ is_default }) => is_default)
        setChosen(customer)
        setAddresses(detail.addresses)
        change({ user_id: customer.id, mobile: '', coupon_id: null, ...(usual && { receiver: receiverOf(usual) }) })
      },
      { failure: t('customerFailed'), isLocal: true },
    )
  const byNumber = () => {
    const mobile = typed.replace(/[\s-]/g, '')
    setAddresses([])
    change({ user_id: '', mobile, receiver: { ...Object(values.receiver), mobile } })
  }
  const clear = () => {
    setChosen(undefined)
    setAddresses([])
    change({ user_id: '', mobile: '', coupon_id: null })
  }
  const mobile = typeof values.mobile === 'string' ? values.mobile : ''
  const receiver = isRecord(values.receiver) && !isCollected(values) ? values.receiver : values.contact
  const mobileOfReceiver = isRecord(receiver) && typeof receiver.mobile === 'string' ? receiver.mobile.trim() : ''
  const isChosen = mobile !== '' || chosen !== undefined
  return (
    <FieldGroup
      path={path}
      label={label}
      description={
        isChosen ? undefined : mobileOfReceiver ? t('byReceiver', { mobile: mobileOfReceiver }) : description
      }
      error={errors.user_id ?? errors.mobile}
    >
      {isChosen ? (
        <div className={classes.chosen}>
          {chosen ? (
            <span>
              <Person name={nameOfCustomer(chosen, locale)} url={chosen.avatar_url} /> {chosen.mobile}
            </span>
          ) : (
            <span>{t('byNumber', { mobile })}</span>
          )}
          <Button size="compact-xs" variant="default" disabled={disabled} onClick={clear}>
            {t('otherCustomer')}
          </Button>
        </div>
      ) : (
        <>
          <TextInput
            type="search"
            aria-label={label}
            maxLength={64}
            disabled={disabled}
            leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter chooses the customer; it does not send the form.
              event.preventDefault()
              const [only, ...others] = found.value ?? []
              if (only && others.length === 0 && q === typed.trim()) void choose(only)
            }}
          />
          {found.isFailed && <Failure order={3} onRetry={found.reload} />}
          {q !== '' && found.value && (
            <Text size="xs" c="dimmed" role="status">
              {t('found', { count: found.value.length })}
            </Text>
          )}
          <ul className={classes.choices}>
            {q !== '' &&
              found.value?.map((customer) => (
                <li key={customer.id}>
                  <button type="button" className={classes.choice} onClick={() => void choose(customer)}>
                    <Person name={nameOfCustomer(customer, locale)} url={customer.avatar_url} />
                    <span>{customer.mobile}</span>
                  </button>
                </li>
              ))}
            {isMobile(typed) && (
              <li>
                <button type="button" className={classes.choice} onClick={byNumber}>
                  {t('useNumber', { mobile: typed.trim() })}
                </button>
              </li>
            )}
          </ul>
        </>
      )}
      {addresses.length > 1 && (
        <ul className={classes.choices} aria-label={t('addresses')}>
          {addresses.map((address) => (
            <li key={address.id}>
              <button
                type="button"
                className={classes.choice}
                onClick={() => change({ receiver: receiverOf(address) })}
              >
                {address.name} {address.mobile} {placeOf(address)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FieldGroup>
  )
}
