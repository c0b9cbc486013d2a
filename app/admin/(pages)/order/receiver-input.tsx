import { TextInput } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { isRecord } from '@/components/admin/resource-form/schema-fields'
import classes from './order.module.css'

// The list of regions is large, and few orders get a new address.
const RegionFields = dynamic(() => import('@/components/ui/region/region-fields'), { ssr: false })

type ReceiverKey = 'name' | 'mobile' | 'province' | 'city' | 'district' | 'detail' | 'postal_code'

interface ReceiverInputProps extends InputProps {
  /** false: only the name and the phone number can be changed. */
  hasPlace: boolean
  children?: ReactNode
}

export function ReceiverInput({ hasPlace, children, ...input }: ReceiverInputProps) {
  const t = useTranslations('sale.edit.receiver')
  const receiver = isRecord(input.value) ? input.value : {}
  const text = (name: string) => {
    const value = receiver[name]
    return typeof value === 'string' ? value : ''
  }
  const attributesOf = (name: ReceiverKey) => ({
    label: t(name),
    'data-field': `${input.path}.${name}`,
    error: input.errors[`${input.path}.${name}`],
    disabled: input.disabled,
    autoComplete: 'off',
  })
  const plain = (name: ReceiverKey) => (
    <TextInput
      {...attributesOf(name)}
      value={text(name)}
      onChange={({ currentTarget }) => input.onChange({ ...receiver, [name]: currentTarget.value })}
    />
  )
  return (
    <FieldGroup {...input}>
      <div className={classes.receiverFields}>
        {plain('name')}
        {plain('mobile')}
        {hasPlace && (
          <>
            <RegionFields
              value={{ province: text('province'), city: text('city'), district: text('district') }}
              onChange={(region) => input.onChange({ ...receiver, ...region })}
              attributesOf={attributesOf}
            />
            {plain('detail')}
            {plain('postal_code')}
          </>
        )}
      </div>
      {children}
    </FieldGroup>
  )
}
