'use client'

import { Alert, Anchor, Button, FileButton, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { folderOptions } from '@/components/admin/file/folder-options'
import { Thumbnail } from '@/components/admin/file/thumbnail'
import { nameOfType } from '@/components/admin/file/types'
import { useFileSize } from '@/components/admin/file/use-file-size'
import { useCan } from '@/components/admin/frame/admin-context'
import { DetailsSection } from '@/components/admin/resource-form/record-details'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { RecordLink } from '@/components/admin/resource-form/record-link'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { Copyable } from '@/components/ui/copyable'
import { Dismissed } from '@/components/ui/dismissed'
import { Fact, Facts } from '@/components/ui/facts'
import { useTrackUpload } from '@/components/ui/form-uploads'
import { Moment } from '@/components/ui/moment'
import { useAction } from '@/components/ui/use-action'
import { FileChanges } from '@/lib/file/schema'
import { type Answer, SendError, send } from '@/lib/server/client'
import classes from './file.module.css'
import { useFiles } from './files-context'
import { InUse, UsesNamedBy, UsesOf } from './uses'

type File = Answer<'GET /cms/file/{id}'>

export default function FileForm({ record, ...props }: RecordFormProps<File> & { record: File }) {
  const t = useTranslations('file')
  const { folders } = useFiles()
  return (
    <ResourceForm
      {...props}
      record={record}
      resource="file"
      history={(id, query) => send('GET /cms/file/{id}/history', { params: { id }, query })}
      title={record.name}
      fields={[
        { name: 'name', label: t('name') },
        ...(record.kind === 'image' ? [{ name: 'alt' as const, label: t('alt'), help: t('altHelp') }] : []),
        { name: 'folder_id', label: t('folder'), options: folderOptions(folders) },
      ]}
      update={{ schema: FileChanges, send: ({ id }, body) => send('PUT /cms/file/{id}', { params: { id }, body }) }}
      remove={{
        send: ({ id }) => send('DELETE /cms/file/{id}', { params: { id } }),
        warning: t('deleteWarning'),
        ...(record.uses_count > 0 && { prevented: <InUse file={record} /> }),
        // A record may use the file since the page was read.
        explain: (error) => (error.code === 'in_use' ? <UsesNamedBy error={error} /> : undefined),
      }}
    >
      <Content file={record} read={props.read} />
      <DetailsSection title={t('whereUsed')}>
        <UsesOf key={record.version} id={record.id} />
      </DetailsSection>
    </ResourceForm>
  )
}

type Named = Pick<File, 'id' | 'name'>

/** With the same content. undefined: refused for another reason. */
function sameFileIn({ code, problem }: SendError): Named | undefined {
  const file = code === 'already_exists' ? problem?.file : undefined
  if (typeof file !== 'object' || file === null || !('id' in file) || !('name' in file)) return undefined
  const { id, name } = file
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : undefined
}

function Content({ file, read }: { file: File; read: () => Promise<unknown> }) {
  const t = useTranslations('file')
  const can = useCan()
  const act = useAction()
  const track = useTrackUpload()
  const sizeOf = useFileSize()
  const { limit } = useFiles()
  const [isBusy, setBusy] = useState(false)
  const [same, setSame] = useState<Named>()
  const { id, name, version, width, height } = file
  const replace = async (chosen: globalThis.File | null) => {
    if (!chosen) return
    setBusy(true)
    await act(
      async () => {
        setSame(undefined)
        await send('POST /cms/file/{id}/replace', { params: { id }, body: { file: chosen, version } }).catch(
          (error: unknown) => {
            const same = error instanceof SendError ? sameFileIn(error) : undefined
            if (!same) throw error
            // The form shows this refusal with a link to the other file, so no toast is needed.
            setSame(same)
            throw new Dismissed()
          },
        )
        await read()
      },
      { success: t('replaced', { name }), failure: t('replaceFailed', { name }) },
    )
    setBusy(false)
  }
  return (
    <div className={classes.content}>
      <div className={classes.preview}>
        <Thumbnail file={file} width={480} />
      </div>
      <Facts>
        <Fact name={t('type')}>{nameOfType(file.mime)}</Fact>
        <Fact name={t('size')}>{sizeOf(file.size)}</Fact>
        <Fact name={t('dimensions')}>{width !== null && `${width} × ${height}`}</Fact>
        <Fact name={t('uploader')}>{file.uploaded_by.name}</Fact>
        <Fact name={t('uploaded')}>
          <Moment at={file.created_at} />
        </Fact>
        <Fact name={t('address')}>
          {file.url && (
            <>
              <Copyable text={file.url} />{' '}
              <Anchor href={file.url} target="_blank" rel="noopener" size="sm" className={classes.original}>
                {t('openOriginal')}
              </Anchor>
            </>
          )}
        </Fact>
      </Facts>
      {can('file.update') && (
        <div>
          <FileButton onChange={(chosen) => void track(replace(chosen))} accept={limit?.types.join(',') ?? ''}>
            {(button) => (
              <Button variant="default" size="xs" loading={isBusy} {...button}>
                {t('replace')}
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed" mt={4}>
            {t('replaceHelp')}
          </Text>
          {same && (
            <Alert
              // The alert may be outside the visible part of the form.
              ref={(shown) => shown?.scrollIntoView({ block: 'center' })}
              color="red"
              variant="light"
              role="alert"
              mt="xs"
            >
              {t.rich('sameContent', {
                file: () => (
                  <RecordLink resource="file" id={same.id} className={classes.same ?? ''}>
                    {same.name}
                  </RecordLink>
                ),
              })}
            </Alert>
          )}
        </div>
      )}
    </div>
  )
}
