'use client'

import { Button, ColorSwatch, NumberInput, Select, Switch, Text, TextInput } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { type Messages, useFormatter, useMessages, useTranslations } from 'next-intl'
import { Moment } from '@/components/moment'
import { MoneyInput } from '@/components/money-input'
import { palettes } from '@/components/theme/accents'
import { accents } from '@/lib/config/accent'
import type { ParameterKey } from '@/lib/config/registry'
import classes from './config.module.css'
import type { Parameter } from './parameters'

type Value = Parameter['value']

/** Amounts: in fen on the wire, in yuan in the input. */
const amountKeys: ReadonlySet<ParameterKey> = new Set<ParameterKey>(['order.freight_fee', 'order.freight_free_from'])

type Choices = Messages['config']['choices']

/** Whether a value is an option that has a name. */
function useIsChoice() {
  const { choices } = useMessages().config
  return (option: string): option is keyof Choices & string => Object.hasOwn(choices, option)
}

/** Formats the value of a setting for display. */
export function useFormattedValue() {
  const t = useTranslations('config')
  const format = useFormatter()
  const isChoice = useIsChoice()
  return ({ key }: Parameter, value: Value): string => {
    if (typeof value === 'boolean') return value ? t('on') : t('off')
    if (typeof value === 'string') return isChoice(value) ? t(`choices.${value}`) : value
    return amountKeys.has(key) ? format.number(value / 100, 'price') : format.number(value)
  }
}

/** The color of an accent, in both schemes. */
function swatchOf(value: string): string | undefined {
  const accent = accents.find((one) => one === value)
  return accent && palettes[accent][6]
}

const order: ('input' | 'description' | 'error')[] = ['input', 'description', 'error']

interface ParameterFieldProps {
  parameter: Parameter
  value: Value
  error: string | undefined
  disabled: boolean
  /** Undefined restores the stored value. */
  onChange: (value: Value | undefined) => void
}

/** One setting: its description on the left, its value and last change on the right. */
export function ParameterField({ parameter, value, error, disabled, onChange }: ParameterFieldProps) {
  const t = useTranslations('config')
  const { key, updated_by, updated_at } = parameter
  const label = useTranslations('setting')(key)
  return (
    <div className={classes.field} data-changed={value !== parameter.value || undefined}>
      <div>
        <label htmlFor={key} className={classes.label}>
          {label}
        </label>
        <p className={classes.help}>{t(`help.${key}`)}</p>
        <code className={classes.key}>{key}</code>
      </div>
      <div className={classes.value}>
        <ParameterInput {...{ parameter, value, error, disabled, onChange }} />
        {updated_at && (
          <Text size="xs" c="dimmed">
            {t.rich('changedBy', { name: updated_by?.username ?? '–', time: () => <Moment at={updated_at} /> })}
          </Text>
        )}
        {!disabled && value !== parameter.default && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            className={classes.restore}
            leftSection={<IconRestore size={14} aria-hidden="true" />}
            aria-label={t('restoreLabel', { name: label })}
            onClick={() => onChange(parameter.default)}
          >
            {t('restore')}
          </Button>
        )}
      </div>
    </div>
  )
}

function ParameterInput({ parameter, value, error, disabled, onChange }: ParameterFieldProps) {
  const t = useTranslations('config')
  const name = useTranslations('setting')(parameter.key)
  const formatted = useFormattedValue()
  const { key, type, minimum, maximum, options = [] } = parameter
  const isChoice = useIsChoice()
  const defaultValue = formatted(parameter, parameter.default)
  const description =
    minimum === undefined || maximum === undefined
      ? t('default', { value: defaultValue })
      : t('bounds', {
          minimum: formatted(parameter, minimum),
          maximum: formatted(parameter, maximum),
          value: defaultValue,
        })
  const common = { id: key, error, disabled, description }
  if (amountKeys.has(key)) {
    return (
      <MoneyInput
        {...common}
        inputWrapperOrder={order}
        leftSection="¥"
        value={value}
        onChange={onChange}
        // The stored value returns.
        onBlur={({ currentTarget }) => currentTarget.value.trim() === '' && onChange(undefined)}
      />
    )
  }
  if (typeof value === 'boolean') {
    return (
      <Switch
        {...common}
        className={classes.switch}
        checked={value}
        label={value ? t('on') : t('off')}
        aria-label={name}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  }
  if (typeof value === 'string' && type === 'string') {
    return (
      <TextInput
        id={key}
        error={error}
        disabled={disabled}
        inputWrapperOrder={order}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  if (typeof value === 'string') {
    return (
      <Select
        {...common}
        inputWrapperOrder={order}
        allowDeselect={false}
        searchable={options.length > 8}
        value={value}
        data={options.filter(isChoice).map((option) => ({ value: option, label: formatted(parameter, option) }))}
        onChange={(next) => next !== null && isChoice(next) && onChange(next)}
        {...(swatchOf(value) && {
          renderOption: ({ option }) => (
            <span className={classes.swatched}>
              <ColorSwatch color={swatchOf(option.value) ?? ''} size={14} withShadow={false} />
              {option.label}
            </span>
          ),
          leftSection: <ColorSwatch color={swatchOf(value) ?? ''} size={14} withShadow={false} />,
        })}
      />
    )
  }
  return (
    <NumberInput
      {...common}
      inputWrapperOrder={order}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      value={value}
      // An empty input changes nothing; the stored value returns on blur. With zeros in front it is a text.
      onChange={(next) => next !== '' && onChange(Number(next))}
      onBlur={({ currentTarget }) => currentTarget.value === '' && onChange(undefined)}
    />
  )
}
