'use client'

import { Button, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useMessages, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { FormFailure } from '@/components/resource-form/form-failure'
import { useLeaveQuestion } from '@/components/resource-form/leave-question'
import { useSubmit } from '@/components/resource-form/use-submit'
import type { RowOf } from '@/components/resource-table/declaration'
import { useCan } from '@/components/shell/office-context'
import { useToast } from '@/components/shell/toast'
import { send } from '@/lib/api/client'
import type { ParameterKey, Settings } from '@/lib/config/registry'
import classes from './config.module.css'
import { ParameterField, useShownValue } from './field'

const Review = dynamic(() => import('@/components/resource-form/review'), { ssr: false })

type Answered = RowOf<'GET /cms/config'>
type Value = Settings[ParameterKey]
/** One that this page knows by name. */
export type Parameter = Answered & { key: ParameterKey; value: Value; default: Value }

const groups = ['shop', 'user', 'session', 'limit', 'order', 'address', 'log'] as const

/** Everything that can be changed while the shop runs; what is typed is saved together or not at all. */
export function Parameters({ parameters }: { parameters: Answered[] }) {
  const t = useTranslations('config')
  const router = useRouter()
  const toast = useToast()
  const mayUpdate = useCan()('config.update')
  const shown = useShownValue()
  const root = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Readonly<Record<string, Value>>>({})
  const [isReviewing, setReviewing] = useState(false)
  // By its words and not by its schema: what checks the values is on the server, and much code.
  const words = new Map<string, object>(Object.entries(useMessages().config.parameters))
  const isKnown = (parameter: Answered): parameter is Parameter => {
    const [group = '', name = ''] = parameter.key.split('.')
    return Object.hasOwn(words.get(group) ?? {}, name)
  }
  const known = parameters.filter(isKnown)
  const { isBusy, errors, failure, submit, forget } = useSubmit(
    known.flatMap(({ key, type }) => (type === 'integer' ? [key] : [])),
  )
  const changed = known.flatMap((parameter) => {
    const value = typed[parameter.key]
    return value === undefined || value === parameter.value ? [] : [{ parameter, value }]
  })
  const leaveQuestion = useLeaveQuestion(changed.length > 0, {
    title: t('unsavedTitle'),
    text: t('unsaved', { count: changed.length }),
  })

  const change = (key: string, value: Value | undefined) => {
    forget(key)
    setTyped(({ [key]: _, ...others }) => (value === undefined ? others : { ...others, [key]: value }))
  }
  const save = async () => {
    // What is as declared is not kept at all: should the shop ever get another default, it takes part in that.
    const body = Object.fromEntries(
      changed.map(({ parameter, value }) => [parameter.key, value === parameter.default ? null : value]),
    )
    const isDone = await submit(() => send('PUT /cms/config', { body }))
    setReviewing(false)
    if (isDone) {
      toast.success(t('saved'))
      setTyped({})
      router.refresh()
    } else setTimeout(() => root.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const review = () => setReviewing(changed.length > 0)
  useHotkeys([['mod+S', review]], [])

  return (
    <form
      ref={root}
      noValidate
      className={classes.form}
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
    >
      {groups.map((group) => (
        <section key={group} className={classes.panel} aria-labelledby={`group-${group}`}>
          <Title order={2} size="h5" id={`group-${group}`} className={classes.head}>
            {t(`groups.${group}`)}
          </Title>
          {known
            .filter((parameter) => parameter.group === group)
            .map((parameter) => (
              <ParameterField
                key={parameter.key}
                parameter={parameter}
                value={typed[parameter.key] ?? parameter.value}
                error={errors[parameter.key]}
                disabled={!mayUpdate}
                onChange={(value) => change(parameter.key, value)}
              />
            ))}
        </section>
      ))}
      {(changed.length > 0 || failure) && (
        <div className={classes.bar}>
          <FormFailure failure={failure} />
          <Text size="sm" role="status">
            {t('changed', { count: changed.length })}
          </Text>
          <Button variant="default" ml="auto" onClick={() => setTyped({})} disabled={isBusy}>
            {t('discard')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('review')}
          </Button>
        </div>
      )}
      {isReviewing && (
        <Review
          title={t('reviewTitle')}
          rows={changed.map(({ parameter, value }) => ({
            key: parameter.key,
            label: t(`parameters.${parameter.key}.label`),
            before: shown(parameter, parameter.value),
            after: shown(parameter, value),
          }))}
          isBusy={isBusy}
          onYes={() => void save()}
          onNo={() => setReviewing(false)}
        />
      )}
      {leaveQuestion}
    </form>
  )
}
