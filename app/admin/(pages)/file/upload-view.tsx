'use client'

import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { DropZone } from '@/components/admin/file/drop-zone'
import { folderOptions } from '@/components/admin/file/folder-options'
import { UploadList } from '@/components/admin/file/upload-list'
import { RecordView } from '@/components/admin/resource-form/record-view'
import { Choice } from '@/components/ui/choice'
import { useFiles } from './files-context'

/** Uploads continue after the list is closed. */
export default function UploadView({ onClose }: { onClose: () => void }) {
  const t = useTranslations('file')
  const { uploads, limit, folders, folder_id } = useFiles()
  const [folder, setFolder] = useState(String(folder_id ?? ''))
  return (
    <RecordView
      title={t('uploadTitle')}
      actions={
        <>
          {uploads.uploads.length > uploads.open && (
            <Button variant="subtle" color="gray" onClick={uploads.clear}>
              {t('clear')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <Choice
        label={t('uploadInto')}
        value={folder}
        onChange={setFolder}
        data={[{ value: '', label: t('noFolder') }, ...folderOptions(folders)]}
      />
      <DropZone limit={limit} onFiles={(files) => uploads.add(files, folder === '' ? null : Number(folder))} />
      <UploadList uploads={uploads} />
    </RecordView>
  )
}
