/** The path of the route to which browsers and UploadThing send. */
export const uploadPath = '/api/uploadthing'
