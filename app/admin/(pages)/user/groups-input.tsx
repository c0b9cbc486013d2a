'use client'

import { Alert, MultiSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps, type Option } from '@/components/admin/resource-form/field'

/** Warns about an empty list: staff without a group have no permissions. */
export function GroupsInput({ options, ...input }: InputProps & { options: readonly Option[] }) {
  const t = useTranslations('user')
  const { value, values, disabled, onChange } = input
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <>
      <MultiSelect
        {...attributesOf(input)}
        data={options}
        searchable
        value={chosen}
        onChange={(next) => onChange(next.map(Number))}
      />
      {chosen.length === 0 && values.is_root !== true && !disabled && (
        <Alert
          color="orange"
          variant="light"
          mt="xs"
          p="xs"
          icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}
        >
          {t('noGroup')}
        </Alert>
      )}
    </>
  )
}
