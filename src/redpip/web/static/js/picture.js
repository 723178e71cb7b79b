/** A drawing of the service as a picture that can be sent: SVG in, PNG out, made on a canvas of this page. */

const SCALE = 1.5; // a picture is looked at on fine screens

/** @param {string} address @returns {Promise<Blob>} */
export async function png(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

/** Gives the picture to whoever asked for it. @param {string} address @param {string} name */
export async function save(address, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await png(address));
  link.download = `${name}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
