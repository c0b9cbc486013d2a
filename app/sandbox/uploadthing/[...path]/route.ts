import { onlyInSandbox } from '@/lib/platform/sandbox/mount'
import { answerUploadThing } from '@/lib/platform/sandbox/uploadthing'

const answer = { GET: answerUploadThing, HEAD: answerUploadThing, POST: answerUploadThing, PUT: answerUploadThing }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onlyInSandbox('/sandbox/uploadthing/{path}', {
  ...answer,
  PATCH: answerUploadThing,
  DELETE: answerUploadThing,
  OPTIONS: answerUploadThing,
})
