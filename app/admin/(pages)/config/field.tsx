'use client'

import { Button, ColorSwatch, Select, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { type Messages, useFormatter, useMessages, useTranslations } from 'next-intl'
import ImageInput from '@/components/admin/resource-form/inputs/image-input'
import { IntegerInput } from '@/components/ui/integer-input'
import { Moment } from '@/components/ui/moment'
import { MoneyInput } from '@/components/ui/money-input'
import { Picture } from '@/components/ui/picture'
import { palettes } from '@/components/ui/theme/accents'
import { accents } from '@/lib/kit/config/accent'
import type { ParameterKey } from '@/lib/kit/config/registry'
import classes from './config.module.css'
import type { Parameter } from './settings-form'

type Value = Parameter['value']

/** Amounts: in fen on the wire, in yuan in the input. */
export const amountKeys: ReadonlySet<ParameterKey> = new Set<ParameterKey>([
  'order.freight_fee',
  'order.freight_free_from',
])

/** Chosen from the files. */
const pictureKey: ParameterKey = 'shop.logo_url'

/** Too long for one line of its width. */
const addressKey: ParameterKey = 'after_sale.return_address'

type Choices = Messages['config']['choices']

/** Whether a value is an option that has a name. */
function useIsChoice() {
  const { choices } = useMessages().config
  return (option: string): option is keyof Choices & string => Object.hasOwn(choices, option)
}

/** Formats the value of a setting for display. */
function useFormattedValue() {
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

/** One setting: its description on the left, on the right its value and last change. `disabled`: it is only read. */
export function ParameterField({ parameter, value, error, disabled, onChange }: ParameterFieldProps) {
  const t = useTranslations('config')
  const { key, updated_by, updated_at } = parameter
  const label = useTranslations('setting')(key)
  return (
    <div className={classes.field} data-changed={value !== parameter.value || undefined}>
      <div>
        {/* Scripts know it by its key. */}
        {disabled || key === pictureKey ? (
          <span className={classes.label} title={key}>
            {label}
          </span>
        ) : (
          <label htmlFor={key} className={classes.label} title={key}>
            {label}
          </label>
        )}
        <p className={classes.help}>{t(`help.${key}`)}</p>
      </div>
      <div className={classes.value} id={disabled ? key : undefined}>
        {disabled ? (
          <ParameterValue parameter={parameter} />
        ) : (
          <ParameterInput {...{ parameter, value, error, onChange }} />
        )}
        {updated_at && (
          <Text size="xs" c="dimmed">
            {t.rich('changedBy', { name: updated_by?.name ?? '–', time: () => <Moment at={updated_at} /> })}
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

/** The value where it is only read: a picture for its address, a color with its name. */
export function ParameterValue({ parameter }: Pick<ParameterFieldProps, 'parameter'>) {
  const formatted = useFormattedValue()
  const { key, value } = parameter
  if (key === pictureKey && value !== '') return <Picture url={String(value)} size={72} />
  const swatch = typeof value === 'string' ? swatchOf(value) : undefined
  return (
    <span className={classes.swatched}>
      {swatch && <ColorSwatch color={swatch} size={14} withShadow={false} />}
      {formatted(parameter, value) || '–'}
    </span>
  )
}

function ParameterInput({ parameter, value, error, onChange }: Omit<ParameterFieldProps, 'disabled'>) {
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
  const common = { id: key, error, description }
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
  if (key === pictureKey) {
    return (
      <ImageInput
        isLabelHidden
        path={key}
        label={name}
        value={value}
        description={undefined}
        error={error}
        disabled={false}
        required={false}
        onChange={(next) => onChange(String(next))}
      />
    )
  }
  if (typeof value === 'string' && type === 'string') {
    // One line for the server, however many it takes to be read.
    if (key === addressKey)
      return (
        <Textarea
          id={key}
          error={error}
          inputWrapperOrder={order}
          autosize
          minRows={2}
          maxRows={6}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
        />
      )
    return (
      <TextInput
        id={key}
        error={error}
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
    <IntegerInput
      {...common}
      inputWrapperOrder={order}
      allowNegative={false}
      value={value}
      // An empty input changes nothing; the stored value returns on blur.
      onChange={(next) => next !== '' && onChange(next)}
      onBlur={({ currentTarget }) => currentTarget.value === '' && onChange(undefined)}
    />
  )
}
