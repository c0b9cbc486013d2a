'use client'

import { useTranslations } from 'next-intl'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRecordCrumb } from '@/components/admin/frame/record-crumb'
import { FormUploads } from '@/components/ui/form-uploads'
import {
  LazyConfirmDialog,
  LazyDraftDialog,
  LazyFaultSummary,
  LazyFormFailure,
  LazyReview,
  LazyStaleDialog,
  loadDialogs,
} from './dialogs'
import classes from './resource-form.module.css'
import type { FormState } from './use-resource-form'

interface FormFrameProps {
  form: FormState
  children: ReactNode
}

/** While the list of a select is open, Enter chooses the highlighted option, or else must not submit. */
function keepOpenList(event: KeyboardEvent): void {
  const { target } = event
  const isOpenList = target instanceof HTMLInputElement && target.ariaExpanded === 'true'
  if (isOpenList && event.key === 'Enter') event.preventDefault()
}

export function FormFrame({ form, children }: FormFrameProps) {
  const t = useTranslations('form')
  const { root, name, recordName, save, isSaving, summary, unsavedDialog, removal, reviewing, draft, conflict } = form
  useRecordCrumb(recordName)
  return (
    <form
      ref={root}
      noValidate
      className={classes.form}
      aria-label={name}
      onKeyDown={keepOpenList}
      onFocus={() => void loadDialogs()}
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble from dialogs to the form that rendered them.
        event.stopPropagation()
        save()
      }}
    >
      {summary && <LazyFaultSummary summary={summary} />}
      <FormUploads value={form.trackUpload}>{children}</FormUploads>
      {draft && (
        <LazyDraftDialog
          at={draft.at}
          isOutdated={draft.isOutdated}
          rows={draft.rows}
          onRestore={draft.restore}
          onDrop={draft.drop}
        />
      )}
      {conflict && (
        <LazyStaleDialog
          stale={conflict.stale}
          rows={conflict.rows}
          choices={conflict.choices}
          onClose={conflict.cancel}
          onOverwrite={conflict.overwrite}
          onDiscard={conflict.discard}
        />
      )}
      {reviewing && <LazyReview {...reviewing} isBusy={isSaving} />}
      {removal?.isConfirming && (
        <LazyConfirmDialog
          title={removal.refusal ? t('deleteFailed', { name }) : t('deleteTitle', { name })}
          confirmLabel={removal.refusal || removal.prevented ? undefined : t('delete')}
          cancelLabel={removal.refusal || removal.prevented ? t('close') : t('cancel')}
          isBusy={isSaving}
          isReady={removal.isReady}
          onConfirm={removal.confirm}
          onCancel={removal.cancel}
        >
          {removal.refusal ?? removal.prevented ?? removal.warning}
          {removal.failure && <LazyFormFailure failure={removal.failure} />}
        </LazyConfirmDialog>
      )}
      {unsavedDialog}
    </form>
  )
}

export function FormBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>
}
