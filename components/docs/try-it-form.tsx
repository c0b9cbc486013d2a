'use client'

import { Alert, Button, Group, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import { Status } from './badge'
import { type Exchange, exchange } from './exchange'
import { readableJson } from './json'
import { Panel } from './panel'
import type { Input } from './request'
import { SandboxLogin } from './sandbox-login'
import type { TryItProps } from './try-it'
import classes from './try-it.module.css'

export default function TryItForm({ request, login }: TryItProps) {
  const t = useTranslations('docs.tools')
  const { method, path, needsToken } = request
  const [inputs, setInputs] = useState(() => request.inputs.map(prefilled))
  const [body, setBody] = useState(request.body)
  // Per account: endpoints for staff do not accept customers' tokens.
  const [token, setToken] = useSessionStorage({ key: `mini-shop.docs.token.${login?.account}`, defaultValue: '' })
  const [isChecked, setIsChecked] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<Exchange | 'unreachable'>()

  const isBodyFine = body === undefined || isJson(body)
  // Without a path parameter the URL would be a different one; the server does all other checks.
  const isMissing = ({ in: place, value }: Input) => place === 'path' && value.trim() === ''

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsChecked(true)
    if (!isBodyFine || inputs.some(isMissing)) return
    setIsSending(true)
    try {
      setOutcome(await exchange(request, { inputs, body, token: needsToken ? token : '' }))
    } catch {
      setOutcome('unreachable')
    }
    setIsSending(false)
  }

  const optional = request.inputs.filter((given) => !isShownAtOnce(given)).length

  function field(at: number) {
    const input = inputs[at]
    if (!input) return null
    const { name, choices, fallback, isRequired, value } = input
    const shared = {
      label: isRequired ? t('required', { name }) : name,
      value,
      error: isChecked && isMissing(input) && t('missing'),
      onChange: ({ currentTarget: { value: typed } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        setInputs((all) => all.map((one, index) => (index === at ? { ...one, value: typed } : one))),
    }
    const key = `${input.in} ${name}`
    if (choices.length === 0) return <TextInput key={key} {...shared} placeholder={fallback} autoComplete="off" />
    const unset = fallback ? t('default', { value: fallback }) : '–'
    return <NativeSelect key={key} {...shared} data={[{ value: '', label: unset }, ...choices]} />
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={t('form', { method, path })}>
      {needsToken && (
        <>
          <PasswordInput
            label={t('token')}
            description={t('tokenHint')}
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          {token ? (
            <Button variant="default" size="compact-sm" onClick={() => setToken('')}>
              {t('forget')}
            </Button>
          ) : (
            login && <SandboxLogin login={login} onToken={setToken} />
          )}
        </>
      )}
      {request.inputs.flatMap((given, at) => (isShownAtOnce(given) ? [field(at)] : []))}
      {body !== undefined && (
        <Textarea
          label={t('body')}
          autosize
          minRows={3}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: classes.json }}
          value={body}
          error={isChecked && !isBodyFine && t('notJson')}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      )}
      {optional > 0 && (
        <details className={classes.details}>
          <summary>{t('optional', { count: optional })}</summary>
          <div className={classes.optional}>
            {request.inputs.flatMap((given, at) => (isShownAtOnce(given) ? [] : [field(at)]))}
          </div>
        </details>
      )}
      <Group gap="sm">
        <Button type="submit" loading={isSending}>
          {t('send')}
        </Button>
        {method !== 'GET' && <span className={classes.hint}>{t('real')}</span>}
      </Group>
      <div role="status">
        {outcome === 'unreachable' && <Alert color="red">{t('unreachable')}</Alert>}
        {typeof outcome === 'object' && (
          <p className={classes.arrived}>
            {t.rich('arrived', {
              duration: outcome.duration,
              status: () => <Status status={outcome.status} tone={outcome.status < 400 ? 'good' : 'bad'} />,
            })}
          </p>
        )}
      </div>
      {typeof outcome === 'object' && <Answer outcome={outcome} />}
    </form>
  )
}

function Answer({ outcome: { headers, text, type } }: { outcome: Exchange }) {
  const t = useTranslations('docs.tools')
  return (
    <>
      <details className={classes.details}>
        <summary>{t('headers')}</summary>
        <dl>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {text ? (
        <Panel title={t('answer')} text={/json\b/.test(type) && isJson(text) ? readableJson(JSON.parse(text)) : text} />
      ) : (
        <p className={classes.hint}>{t('empty')}</p>
      )}
    </>
  )
}

/** The other inputs are collapsed, because most requests omit them. */
const isShownAtOnce = ({ isRequired, value }: Input) => isRequired || value !== ''

/** Each form gets its own key, because a key belongs to one request and its repetitions. */
const prefilled = (input: Input): Input =>
  input.in === 'header' && input.value === '' ? { ...input, value: crypto.randomUUID() } : input

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
