// The words that only the page on another host needs, in Spanish.

export default {
  silentHost:
    "El anfitrión no responde. ¿Está este teléfono en su red? Un código sirve para un teléfono y diez minutos: escanea el que está ahora en la pantalla.",
  foreignHost: "Ha respondido otra máquina en lugar del anfitrión, y no se le envía nada. Escanea el código de la pantalla del anfitrión.",
  outdatedHost: "Este código necesita otra versión de la página. Cierra la página en todas partes y vuelve a escanear el código.",
};
