'use client'

import { Alert, Button, CloseButton, Drawer, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import { SendError } from '@/lib/api/client'
import { type InvalidParam, Problem } from '@/lib/api/problem'
import { parse } from '@/lib/api/validation'
import type { Changed } from '../difference'
import { useFailureText, useFaultText } from '../shell/failure-text'
import { useCan } from '../shell/office-context'
import { useSession } from '../shell/session'
import { useToast } from '../shell/toast'
import { type Field, FieldInput } from './field'
import { FormFailure } from './form-failure'
import { useLeaveQuestion } from './leave-question'
import { Question } from './question'
import type { RecordFormProps } from './record-drawer'
import classes from './resource-form.module.css'
import { emptyValue, sentValue, shapeOf } from './schema-fields'
import { type Stale, staleOf } from './stale'

// Most forms are closed without either.
const Review = dynamic(() => import('./review'), { ssr: false })
const StaleDialog = dynamic(() => import('./stale-dialog'), { ssr: false })

type Values = Record<string, unknown>
type NameIn<S extends z.ZodObject> = Extract<keyof z.input<S>, string>

interface Creation<S extends z.ZodObject> {
  schema: S
  /** Fields of a new record that nobody types, such as what it belongs to. */
  given?: Partial<z.input<S>>
  send: (body: z.output<S>, options: { idempotency_key: string }) => Promise<unknown>
}

interface Change<Row, S extends z.ZodObject> {
  schema: S
  /** The element that allows it, where that is not the resource's `update`. */
  element?: string
  send: (record: Row, body: z.output<S>) => Promise<unknown>
  /** The record as it is stored now, to show what somebody else has changed; where its list cannot read it by id. */
  read?: (record: Row) => Promise<Row | undefined>
}

interface Removal<Row> {
  send: (record: Row) => Promise<unknown>
  /** What hangs on it and goes with it, or keeps it from going. */
  warning?: string
}

interface ResourceFormProps<Row, C extends z.ZodObject, U extends z.ZodObject> extends RecordFormProps<Row> {
  /** Names the elements that allow it: `banner.update`, `banner.delete`. */
  resource: string
  /** What the form is called for a new record. */
  title: string
  /** How a record is called where it is spoken of. */
  nameOf: (record: Row) => string
  fields: readonly Field<NameIn<C> | NameIn<U>>[]
  /** Fields whose value the record holds in another form, such as ids of what it lists. */
  valuesOf?: (record: Row) => Partial<Record<NameIn<U>, unknown>>
  create?: Creation<C>
  update?: Change<Row, U>
  remove?: Removal<Row> | undefined
  /** Why this record may not be deleted, though others may. */
  kept?: string | undefined
  /** Why nothing of this record may be changed. */
  locked?: string | undefined
  /** What stands above the fields; in a drawer by itself. */
  header?: (name: string) => ReactNode
  /** What else there is to see of the record, below its fields. */
  children?: ReactNode
  /** What the question is called that shows what will differ before it is saved; without, it is saved at once. */
  review?: string
}

/**
 * The form of a resource: its fields follow from the schemas of the interface, and it does what every form must do.
 * Faults stand at their fields, ours and the server's; a change by somebody else is shown and never overwritten
 * unasked; nothing that was typed is lost by a failure, an ended session or a way out.
 */
export function ResourceForm<
  Row extends { id: number; version?: number },
  C extends z.ZodObject,
  U extends z.ZodObject,
>(props: ResourceFormProps<Row, C, U>) {
  const { resource, record, onClose, title, nameOf, create, update, remove, locked, kept, children, review } = props
  const t = useTranslations('form')
  const can = useCan()
  const router = useRouter()
  const toast = useToast()
  const textOf = useFailureText()
  const faultText = useFaultText()
  const withSession = useSession()
  const schema: z.ZodObject | undefined = record ? update?.schema : create?.schema
  const fields = props.fields.flatMap((field) => {
    const found = schema?.shape[field.name]
    return found ? [{ field, shape: shapeOf(found) }] : []
  })
  const stored = (row: Row): Values => ({ ...row, ...props.valuesOf?.(row) })
  const valuesOf = (row: Row | undefined): Values =>
    Object.fromEntries(
      fields.map(({ field, shape }) => [field.name, row ? stored(row)[field.name] : emptyValue(shape)]),
    )

  /** What is being edited, as it was last read. */
  const [base, setBase] = useState(record)
  const form = useForm<Values>({ initialValues: valuesOf(record) })
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<{ text: string; request_id: string | undefined }>()
  const [stale, setStale] = useState<{ stale: Stale; theirs: Row | undefined }>()
  const [isDeleting, setDeleting] = useState(false)
  const [isReviewing, setReviewing] = useState(false)
  const key = useRef({ body: '', value: '' })
  const root = useRef<HTMLFormElement>(null)
  const mayWrite = !locked && can((record && update?.element) ?? `${resource}.${record ? 'update' : 'create'}`)
  const isDirty = form.isDirty()

  const leaveQuestion = useLeaveQuestion(isDirty && mayWrite, {
    title: t('unsavedTitle'),
    text: t('unsavedWarning'),
  })

  const show = (faults: Pick<InvalidParam, 'name' | 'code' | 'params'>[]) => {
    const errors: Record<string, string> = {}
    const homeless: string[] = []
    for (const fault of faults) {
      const name = fault.name.split('.')[0] ?? ''
      const known = fields.find(({ field }) => field.name === name)
      const measured = known?.shape.kind === 'number' ? 'number' : known?.shape.kind === 'list' ? 'list' : 'text'
      const text = faultText(fault, measured)
      if (known) errors[name] ??= text
      else homeless.push(text)
    }
    form.setErrors(errors)
    setFailure(homeless.length > 0 ? { text: [...new Set(homeless)].join(' '), request_id: undefined } : undefined)
    const first = fields.find(({ field }) => errors[field.name])?.field.name
    // Once the fault is drawn, so that it is read out with the field.
    if (first) setTimeout(() => root.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus())
  }

  const change = (values: Values) => {
    form.setValues(values)
    for (const name of Object.keys(values)) form.clearFieldError(name)
  }

  const isMeant = (field: Field<string>) => field.when?.(form.values) ?? true
  const shownFields = fields.filter(({ field }) => isMeant(field))

  /** What was typed and differs from what was read; of a new record all of it. */
  const typed = (): Values =>
    Object.fromEntries(
      fields
        .map(({ field, shape }) => ({ field, shape, value: isMeant(field) ? form.values[field.name] : null }))
        .filter(
          ({ field, value }) =>
            !record ||
            form.isDirty(field.name) ||
            (!isMeant(field) && base && !isSame(stored(base)[field.name], value)),
        )
        .map(({ field, shape, value }) => [field.name, sentValue(shape, value, !record)])
        .filter(([, value]) => value !== undefined || !record),
    )

  const saved = (message: string) => {
    toast.success(message)
    // Nothing is at stake any more: closing must not ask.
    form.resetDirty()
    setTimeout(onClose)
    router.refresh()
  }

  const write = async (row: Row | undefined) => {
    if (row && update) {
      const isVersioned = 'version' in update.schema.shape && row.version !== undefined
      const body = { ...typed(), ...(isVersioned && { version: row.version }) }
      await update.send(row, parse(update.schema, body, 'body'))
    } else if (create) {
      const body = parse(create.schema, { ...create.given, ...typed() }, 'body')
      await create.send(body, { idempotency_key: keyFor(key.current, JSON.stringify(body)) })
    }
  }

  const readAnew = async (row: Row) => (update?.read ? update.read(row) : props.read?.(row.id))

  const submit = async (row = base) => {
    if (isSaving || !mayWrite) return
    setReviewing(false)
    setSaving(true)
    setFailure(undefined)
    form.clearErrors()
    try {
      await withSession(() => write(row))
      saved(record ? t('saved') : t('created'))
    } catch (error) {
      if (error instanceof Problem) show(error.extras.invalid_params ?? [])
      else if (error instanceof SendError && error.invalid_params.length > 0) show(error.invalid_params)
      else {
        const late = error instanceof SendError && error.code === 'stale_version' ? staleOf(error.problem) : undefined
        if (late && row) setStale({ stale: late, theirs: await readAnew(row).catch(() => undefined) })
        else setFailure(textOf(error))
      }
    } finally {
      setSaving(false)
    }
  }

  /** What the button does: shows what will differ, where the form does that, else saves. */
  const finish = () => {
    if (isSaving || !mayWrite) return
    if (record && !isDirty) onClose()
    else if (review) setReviewing(true)
    else void submit()
  }

  const destroy = async () => {
    if (!record || !remove) return
    setSaving(true)
    try {
      await withSession(() => remove.send(record))
      saved(t('deleted', { name: nameOf(record) }))
    } catch (error) {
      toast.failure(error, t('deleteFailed', { name: nameOf(record) }))
    } finally {
      setSaving(false)
      setDeleting(false)
    }
  }

  // Only of the form that one is in: another may lie below its dialog.
  const isInFront = () => {
    const dialog = document.activeElement?.closest('[role=dialog]')
    return !dialog || dialog.contains(root.current)
  }
  useHotkeys([['mod+S', () => isInFront() && finish()]], [])

  const shown = (name: string, value: unknown): ReactNode => {
    const field = props.fields.find((one) => one.name === name)
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    const values = Array.isArray(value) ? value : [value]
    return values.map((one) => field?.options?.find((option) => option.value === String(one))?.label ?? one).join(', ')
  }
  /** Where what was typed is not what is stored. */
  const differing = (row: Row | undefined): Changed[] =>
    fields.flatMap(({ field: { name, label, memberName }, shape }): Changed[] => {
      const [before, after] = [row ? stored(row)[name] : emptyValue(shape), form.values[name]]
      if (isSame(before, after)) return []
      if (!memberName) return [{ key: name, label, before: shown(name, before), after: shown(name, after) }]
      const [had, has] = [membersOf(before), membersOf(after)]
      return [...new Set([...had, ...has])]
        .filter((member) => had.has(member) !== has.has(member))
        .map((member) => ({
          key: `${name}.${member}`,
          label: `${label}: ${memberName(member)}`,
          before: shown(name, had.has(member)),
          after: shown(name, has.has(member)),
        }))
    })

  return (
    <form
      ref={root}
      noValidate
      className={classes.form}
      aria-label={record ? nameOf(record) : title}
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog over this one is within it in the tree of components.
        event.stopPropagation()
        finish()
      }}
    >
      {props.header ? (
        props.header(record ? nameOf(record) : title)
      ) : (
        <div className={classes.header}>
          <Drawer.Title>
            <Title order={2} size="h4" component="span">
              {record ? nameOf(record) : title}
            </Title>
          </Drawer.Title>
          <CloseButton aria-label={t('close')} onClick={onClose} />
        </div>
      )}
      <div className={classes.fields}>
        {locked && (
          <Alert color="gray" variant="light" icon={<IconLock size={18} stroke={1.6} aria-hidden="true" />}>
            {locked}
          </Alert>
        )}
        {shownFields.map(({ field, shape }) => (
          <div key={field.name} className={field.half ? classes.half : undefined}>
            <FieldInput
              field={field}
              shape={shape}
              value={form.values[field.name]}
              error={form.errors[field.name]?.toString()}
              disabled={!mayWrite}
              values={form.values}
              change={change}
              onChange={(value) => change({ [field.name]: value })}
            />
          </div>
        ))}
        {children}
      </div>
      <div className={classes.footer}>
        <FormFailure failure={failure} />
        {record && remove && !locked && can(`${resource}.delete`) && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => setDeleting(true)}
            disabled={isSaving || kept !== undefined}
            title={kept}
          >
            {t('delete')}
          </Button>
        )}
        <Button variant="default" onClick={onClose} ml="auto">
          {mayWrite ? t('cancel') : t('close')}
        </Button>
        {mayWrite && (
          <Button type="submit" loading={isSaving}>
            {failure ? t('retry') : t('save')}
          </Button>
        )}
      </div>
      {stale && (
        <StaleDialog
          stale={stale.stale}
          rows={stale.theirs && differing(stale.theirs)}
          onClose={() => setStale(undefined)}
          onOverwrite={() => {
            setStale(undefined)
            if (base) void submit({ ...base, version: stale.stale.version })
          }}
          onTakeTheirs={
            stale.theirs &&
            (() => {
              setBase(stale.theirs)
              form.setInitialValues(valuesOf(stale.theirs))
              form.setValues(valuesOf(stale.theirs))
              setStale(undefined)
              router.refresh()
            })
          }
        />
      )}
      {review && isReviewing && (
        <Review
          title={review}
          rows={differing(base)}
          isBusy={isSaving}
          onYes={() => void submit()}
          onNo={() => setReviewing(false)}
        />
      )}
      {isDeleting && record && (
        <Question
          title={t('deleteTitle', { name: nameOf(record) })}
          yes={t('delete')}
          no={t('cancel')}
          isBusy={isSaving}
          onYes={destroy}
          onNo={() => setDeleting(false)}
        >
          {remove?.warning ?? t('deleteWarning')}
        </Question>
      )}
      {leaveQuestion}
    </form>
  )
}

const membersOf = (list: unknown): Set<unknown> => new Set(Array.isArray(list) ? list : [])

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

/** One key for one intention: the same body again is the same record, not a second one. */
function keyFor(last: { body: string; value: string }, body: string): string {
  if (last.body !== body) {
    last.body = body
    // Not `randomUUID`, which plain http does not have.
    last.value = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
  }
  return last.value
}
