'use client'

import { useHotkeys } from '@mantine/hooks'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import { useAdmin, useCan, useOwnOrigins } from '@/components/admin/frame/admin-context'
import { useFailureText } from '@/components/ui/failure-text'
import { useFormUploads } from '@/components/ui/form-uploads'
import { idempotencyKeyFor } from '@/components/ui/idempotency-key'
import { useRefresh } from '@/components/ui/refresh'
import { useSession } from '@/components/ui/session'
import { type ToastAction, useToast } from '@/components/ui/toast'
import { useAction } from '@/components/ui/use-action'
import { useAfterRender } from '@/components/ui/use-after-render'
import { parse } from '@/lib/kit/api/endpoint/validation'
import { isAltered } from '@/lib/kit/logged-text'
import { recordName } from '@/lib/kit/record-name'
import { recordPath } from '@/lib/server/admin/record-path'
import { SendError } from '@/lib/server/client'
import type { Identified, ResourceFormOptions } from './declaration'
import { isInFront } from './in-front'
import { type Stale, staleOf } from './stale'
import { leave } from './unsaved'
import { useAutosave } from './use-autosave'
import { useChangedFields } from './use-changed-fields'
import { useFaults } from './use-faults'
import { useFocusAfter } from './use-focus-after'
import { useRecordValues, type Values } from './use-record-values'
import { useUnsavedDialog } from './use-unsaved-dialog'

export type FormState = ReturnType<typeof useResourceForm>

interface Failure {
  text: string
  request_id: string | undefined
}

/** Switched instead of typed. */
const switchedKinds: readonly unknown[] = ['boolean', 'choice']

function versionOf(answer: unknown): number | undefined {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined
  return typeof version === 'number' ? version : undefined
}

interface Following {
  markSaved?: () => void
  next?: () => void
  action?: ToastAction
}

interface Valid {
  body: object
  confirm: () => Promise<boolean>
  send: () => Promise<unknown>
}

/**
 * Never overwrites another user's change without confirmation. Keeps the input after a failure and an ended session,
 * and asks before leaving unsaved changes. For `FormFrame`, with `FormFields` and `FormFooter`.
 */
export function useResourceForm<Entity extends Identified, C extends z.ZodObject, U extends z.ZodObject>(
  options: ResourceFormOptions<Entity, C, U>,
) {
  const { record, onClose, read, title, create, update, remove, locked, undeletable, reviewTitle } = options
  const t = useTranslations('form')
  const tToast = useTranslations('toast')
  const can = useCan()
  const { user } = useAdmin()
  const refresh = useRefresh()
  const router = useRouter()
  const toast = useToast()
  const act = useAction()
  const withSession = useSession()
  const fieldsIn = useChangedFields()
  const afterRender = useAfterRender()
  const form = useRecordValues(options, useOwnOrigins())
  const { base, values, errors, isDirty, fields } = form
  const root = useRef<HTMLFormElement>(null)
  const faults = useFaults(form, root)
  const { isUploading, track } = useFormUploads()
  const [isSaving, setSaving] = useState(false)
  useFocusAfter(isSaving, root)
  const [stale, setStale] = useState<{ stale: Stale; theirs: Entity | undefined }>()
  const [isDeleting, setDeleting] = useState(false)
  const [refusal, setRefusal] = useState<ReactNode>()
  const [deleteFailure, setDeleteFailure] = useState<Failure>()
  const failureText = useFailureText()
  const [isReviewing, setReviewing] = useState(false)
  const key = useRef({ body: '', value: '' })
  const mayCreate = () => options.create !== undefined && can(options.element ?? `${options.resource}.create`)
  const mayUpdate = () => options.update !== undefined && can(options.element ?? `${options.resource}.update`)
  const mayRemove = () => options.remove !== undefined && can(`${options.resource}.delete`)
  const mayWrite = !locked && (record ? mayUpdate() : mayCreate())
  const nameOf = (row: Entity) => options.nameOf?.(row) ?? recordName(row) ?? `#${row.id}`
  const name = base ? nameOf(base) : title
  const autosave = useAutosave({
    form: options.isAutosaved && mayWrite ? `${user.id}/${options.resource}/${record ? record.id : 'new'}` : undefined,
    version: base?.version ?? 0,
    changed: form.changed,
    usable: form.differing,
  })
  const unsavedDialog = useUnsavedDialog((isDirty || isUploading) && mayWrite, {
    title: t('unsavedTitle'),
    text: t('unsavedWarning'),
    onDiscard: autosave.drop,
  })

  const saidOf = (said: string | ((of: typeof values) => string)) => (typeof said === 'string' ? said : said(values))

  /** Marks values as saved first, which prevents the question about unsaved changes. */
  const done = (message: string, { markSaved = form.markSaved, next = onClose, action }: Following = {}) => {
    toast.success(message, action)
    markSaved()
    afterRender(next)
    refresh()
  }

  /** undefined: the response has no id. */
  const opening = (answer: unknown): ToastAction | undefined => {
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined
    if (typeof id !== 'number') return undefined
    return { label: t('open'), onSelect: () => leave(() => router.push(recordPath(options.resource, id))) }
  }

  /** Only for changes of switches and choices, and with a version in the response. */
  const undoing = (row: Entity | undefined, answer: unknown): ToastAction | undefined => {
    const version = versionOf(answer)
    const changed = fields.filter(({ field }) => field.name in form.changed)
    const isSwitched = changed.length > 0 && changed.every(({ shape }) => switchedKinds.includes(shape.kind))
    if (!row || !update || version === undefined || !isSwitched) return undefined
    const stored = form.fieldsOf(row)
    const before = Object.fromEntries(changed.map(({ field }) => [field.name, stored[field.name]]))
    const request = async () => update.send(row, parse(update.schema, { ...before, version }, 'body'))
    return {
      label: tToast('undo'),
      onSelect: () => void act(request, { success: tToast('undone'), failure: tToast('undoFailed') }),
    }
  }

  /** Throws `invalid_request` with all faults. undefined: the form can neither create nor change. */
  const validate = (row: Entity | undefined, yielded: readonly string[] = []): Valid | undefined => {
    if (row && update) {
      const isVersioned = 'version' in update.schema.shape && row.version !== undefined
      const changes = { ...form.changedValues(yielded), ...(isVersioned && { version: row.version }) }
      const body = parse(update.schema, changes, 'body')
      return {
        body,
        confirm: async () => (await update.confirm?.(row, body)) ?? true,
        send: () => update.send(row, body),
      }
    }
    if (!create) return undefined
    const body = parse(create.schema, { ...create.fixedValues, ...form.changedValues() }, 'body')
    const idempotency_key = idempotencyKeyFor(key.current, JSON.stringify(body))
    return {
      body,
      confirm: async () => (await create.confirm?.(body)) ?? true,
      send: () => create.send(body, { idempotency_key }),
    }
  }

  /**
   * Merges with another user's change if different fields are concerned, else asks. `merged`: already merged. `yielded`:
   * fields that keep the values of the other user.
   */
  const submit = async (row = base, sent = values, merged?: Stale, yielded?: readonly string[]) => {
    if ((isSaving && !merged) || isUploading || !mayWrite) return
    setReviewing(false)
    setSaving(true)
    faults.clear()
    try {
      const valid = validate(row, yielded)
      if (valid && !(await withSession(valid.confirm))) return
      const answer = valid && (await withSession(valid.send))
      const next = options.onSaved
      if (options.command) done(saidOf(options.command.done), { next })
      else if (record) {
        // The values at the time of sending, because users may continue typing after Ctrl+S.
        const markSaved = () => form.markSent(sent, versionOf(answer))
        const renamed = recordName(answer)
        // Uses the name in the language of the page, unless the name was changed.
        const shown = renamed === undefined || renamed === recordName(row) ? name : renamed
        done(merged ? t('savedMerged', { name: shown, by: merged.by || 'none' }) : t('saved', { name: shown }), {
          markSaved,
          next,
          action: undoing(row, answer),
        })
      } else {
        // Most responses have only an id.
        const created = recordName(answer) ?? recordName(valid?.body) ?? title
        done(t('created', { name: created }), { next, action: opening(answer) })
      }
    } catch (error) {
      const conflict = error instanceof SendError && error.code === 'stale_version' ? staleOf(error.problem) : undefined
      if (conflict && row) {
        const theirs = await read?.().catch(() => undefined)
        // Changes of different fields are merged, once; after that, users decide.
        if (theirs && !merged && !form.changedIn(theirs).some((name) => name in form.changed)) {
          await submit(theirs, form.rebase(theirs), conflict)
        } else setStale({ stale: conflict, theirs })
      } else faults.show(error)
      // A command shows the user who changed the record meanwhile, and can be repeated for the current record.
      if (conflict && !row) refresh()
    } finally {
      setSaving(false)
    }
  }

  /** Shows faults instead, if there are any. */
  const review = () => {
    faults.clear()
    try {
      validate(base)
      setReviewing(true)
    } catch (error) {
      faults.show(error)
    }
  }

  /** Reviews the input first if the form has a `reviewTitle`. Without changes, closes the form. */
  const save = () => {
    if (isSaving || isUploading || !mayWrite) return
    if (record && !isDirty) (options.onSaved ?? onClose)()
    else if (reviewTitle) review()
    else void submit()
  }

  const deleteRecord = async () => {
    if (!base || !remove) return
    setSaving(true)
    setDeleteFailure(undefined)
    try {
      await withSession(() => remove.send(base))
      done(t('deleted', { name }))
      setDeleting(false)
    } catch (error) {
      const explanation = error instanceof SendError ? remove.explain?.(error) : undefined
      // The dialog stays open: it shows the reason, and the choice to make if there is one.
      if (explanation) setRefusal(explanation)
      else setDeleteFailure(failureText(error))
    } finally {
      setSaving(false)
    }
  }

  useHotkeys([['mod+S', () => isInFront(root.current) && save()]], [])

  /** `former`: from the audit log. undefined: not allowed, a command, or nothing would change. */
  const restoringOf = (former: Values) => {
    if (!base || !mayWrite || options.command) return undefined
    const whole = Object.fromEntries(Object.entries(former).filter(([, value]) => !isAltered(value)))
    const given = form.differing(form.fieldsOf({ ...base, ...whole }))
    return Object.keys(given).length > 0 ? () => form.change(given) : undefined
  }

  const changesAgainst = (row: Entity | undefined) => fieldsIn.changed(fields, form.fieldsOf(row), values)
  const ownChanges = fields.filter(({ field }) => field.name in form.changed)
  const theirs = stale?.theirs
  const changedByBoth = theirs ? ownChanges.filter(({ field }) => form.changedIn(theirs).includes(field.name)) : []
  const conflicting = changedByBoth.length > 0 ? changedByBoth : ownChanges
  const takeTheirs =
    theirs &&
    (() => {
      form.reset(theirs)
      setStale(undefined)
      refresh()
    })
  const draft = autosave.offered
  return {
    root,
    name,
    /** Undefined also for a command. */
    recordName: base && !options.command ? nameOf(base) : undefined,
    fields,
    values,
    errors,
    change: form.change,
    restoringOf,
    failure: faults.failure,
    summary: faults.summary,
    isSaving,
    isUploading,
    trackUpload: track,
    mayWrite,
    locked,
    isPublic: options.isPublic ?? false,
    saveLabel: options.command?.label === undefined ? t('save') : saidOf(options.command.label),
    isRefusal: options.command?.isRefusal ?? false,
    save,
    close: onClose,
    unsavedDialog,
    /** undefined: no deletion, a new or locked record, or no permission. */
    removal:
      base && remove && !locked && mayRemove()
        ? {
            undeletable,
            warning: remove.warning ?? t('deleteWarning'),
            prevented: remove.prevented,
            isConfirming: isDeleting,
            open: () => setDeleting(true),
            /** From `explain`. */
            refusal,
            /** For errors that `explain` does not explain. */
            failure: deleteFailure,
            isReady: remove.isReady ?? true,
            cancel: () => {
              setDeleting(false)
              setRefusal(undefined)
              setDeleteFailure(undefined)
            },
            confirm: deleteRecord,
          }
        : undefined,
    reviewing:
      reviewTitle && isReviewing
        ? {
            title: reviewTitle,
            note: options.reviewNote?.(values),
            confirmLabel: record ? t('save') : t('create'),
            ...(base ? { rows: changesAgainst(base) } : { given: fieldsIn.given(fields, values) }),
            onConfirm: () => void submit(),
            onCancel: () => setReviewing(false),
          }
        : undefined,
    /** Of an earlier visit. */
    draft: draft && {
      at: draft.at,
      isOutdated: draft.version !== (base?.version ?? 0),
      rows: fieldsIn.changed(fields, values, { ...values, ...draft.values }),
      restore: () => {
        form.change(draft.values)
        autosave.accept()
      },
      drop: autosave.drop,
    },
    conflict: stale && {
      stale: stale.stale,
      rows: theirs && fieldsIn.changed(conflicting, form.fieldsOf(theirs), values),
      /** Fields to choose the value of. Empty if all own changes stand or fall together. */
      choices: ownChanges.length > 1 ? changedByBoth.map(({ field: { name, label } }) => ({ name, label })) : [],
      cancel: () => setStale(undefined),
      /** `yielded`: fields that keep the values of the other user. */
      overwrite: (yielded: readonly string[]) => {
        if (takeTheirs && ownChanges.every(({ field }) => yielded.includes(field.name))) return takeTheirs()
        setStale(undefined)
        // Only the own changes are sent, so other fields keep the values of the other user.
        if (theirs) void submit(theirs, form.rebase(theirs, yielded), undefined, yielded)
        else if (base) void submit({ ...base, version: stale.stale.version })
      },
      discard: takeTheirs,
    },
  }
}
